import type { RowField } from '../rows/field'
import { PERMISSION_MEANS } from './model'

export const TESTIMONIAL_FIELDS: RowField[] = [
  {
    name: 'quote',
    label: 'What they said',
    kind: 'text',
    rows: 5,
    hint: 'In their own words, without quotation marks. Ask again when you change them.',
  },
  { name: 'name', label: 'Name', kind: 'line', hint: 'As they want to be named.' },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'line',
    optional: true,
    hint: 'Such as: Wedding, June. One with “portrait” in it stands on the portrait page.',
  },
]

export const PERMISSION_FIELDS: RowField[] = [
  { name: 'day', label: 'Day on which they allowed it', kind: 'date' },
  {
    name: 'means',
    label: 'How',
    kind: 'choice',
    choices: Object.entries(PERMISSION_MEANS).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'note',
    label: 'Note',
    kind: 'text',
    rows: 2,
    optional: true,
    hint: 'Such as where the letter is kept. Never shown on the site.',
  },
]

export const WITHDRAWAL_FIELDS: RowField[] = [
  { name: 'day', label: 'Day on which they took it back', kind: 'date' },
  {
    name: 'note',
    label: 'Note',
    kind: 'text',
    rows: 2,
    optional: true,
    hint: 'Never shown on the site.',
  },
]
