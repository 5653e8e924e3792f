import { z } from 'zod'
import type { FormField } from '~/domains/content/rows/fields'
import { MESSAGE_MAX, SUBJECT_MAX } from '../model'
import { FIELDS_SENTENCE } from './fields'

export const MOST_TEMPLATES = 50

export const templateSchema = z.object({
  name: z.string().min(1).max(60),
  subject: z.string().min(1).max(SUBJECT_MAX),
  message: z.string().min(1).max(MESSAGE_MAX),
})

export type TemplateText = z.infer<typeof templateSchema>

export const TEMPLATE_FORM: FormField[] = [
  { name: 'name', label: 'Name', kind: 'line', hint: 'For example, First reply. Clients don’t see it.' },
  { name: 'subject', label: 'Subject', kind: 'line', hint: 'For example, Your {shootKind} on {eventDate}.' },
  {
    name: 'message',
    label: 'Message',
    kind: 'text',
    rows: 12,
    hint: `We fill in these fields for each message: ${FIELDS_SENTENCE}.`,
  },
]
