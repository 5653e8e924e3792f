import { z } from 'zod'
import { GRACE_DAYS_MAX, LATE_FEE_PERCENT_MAX } from '~/domains/billing/late-fees'
import type { FormField } from '~/domains/content/rows/fields'
import { PRICE_MAX_CENTS } from '~/platform/amounts'
import { TEXT_HINT, TEXT_MAX, TITLE_MAX } from '../fields'

export const MOST_TEMPLATES = 50

export const templateSchema = z.object({
  name: z.string().min(1).max(TITLE_MAX),
  body: z.string().min(1).max(TEXT_MAX),
  lateFeeCents: z.int().min(1).max(PRICE_MAX_CENTS).nullable(),
  lateFeePercent: z.int().min(1).max(LATE_FEE_PERCENT_MAX).nullable(),
  lateFeeDays: z.int().min(0).max(GRACE_DAYS_MAX).nullable(),
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
  {
    name: 'lateFeeCents',
    label: 'Late fee',
    kind: 'price',
    optional: true,
    hint: 'Charged automatically when a payment is late, once for each due date, and only for bookings whose signed contract has {lateFee} in its text. Leave blank for none. Ask a lawyer what your state allows.',
  },
  {
    name: 'lateFeePercent',
    label: 'Or a percentage of the late payment',
    kind: 'number',
    optional: true,
    hint: 'For example, 5. Leave blank for an amount, or for no late fee.',
  },
  {
    name: 'lateFeeDays',
    label: 'Days after a due date without a late fee',
    kind: 'number',
    optional: true,
    hint: 'For example, 7.',
  },
]
