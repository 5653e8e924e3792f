import { z } from 'zod'
import type { FormField } from '~/domains/content/rows/fields'
import { TEXT_HINT, TEXT_MAX, TITLE_MAX } from '../fields'

export const MOST_TEMPLATES = 50

export const templateSchema = z.object({
  name: z.string().min(1).max(TITLE_MAX),
  body: z.string().min(1).max(TEXT_MAX),
})

export type ContractTemplate = z.infer<typeof templateSchema>

export const TEMPLATE_FORM: FormField[] = [
  {
    name: 'name',
    label: 'Name',
    kind: 'line',
    hint: 'For example, Wedding agreement. It’s the contract’s title.',
  },
  { name: 'body', label: 'Text', kind: 'text', rows: 24, hint: TEXT_HINT },
]
