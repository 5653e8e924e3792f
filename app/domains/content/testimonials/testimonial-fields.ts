import type { RowField } from '../rows/field'
import { PERMISSION_MEANS } from './model'

export const TESTIMONIAL_FIELDS: RowField[] = [
  {
    name: 'quote',
    label: 'Testimonial',
    kind: 'text',
    rows: 5,
    hint: 'In their own words, without quotation marks. If you change it, ask them again.',
  },
  { name: 'name', label: 'Name', kind: 'line', hint: 'The name they want shown.' },
  {
    name: 'kind',
    label: 'Category',
    kind: 'line',
    optional: true,
    hint: 'For example, Wedding, June. Include “portrait” to show it on the Portrait page.',
  },
]

export const PERMISSION_FIELDS: RowField[] = [
  { name: 'day', label: 'Date of permission', kind: 'date' },
  {
    name: 'means',
    label: 'How they gave it',
    kind: 'choice',
    choices: Object.entries(PERMISSION_MEANS).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'note',
    label: 'Note',
    kind: 'text',
    rows: 2,
    optional: true,
    hint: 'For example, where you keep their email. Never shown on your site.',
  },
]

export const WITHDRAWAL_FIELDS: RowField[] = [
  { name: 'day', label: 'Date withdrawn', kind: 'date' },
  {
    name: 'note',
    label: 'Note',
    kind: 'text',
    rows: 2,
    optional: true,
    hint: 'Never shown on your site.',
  },
]
