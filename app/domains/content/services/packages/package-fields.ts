import type { RowField } from '../../rows/field'
import { FACTS_HINT } from '../service-fields'

export const PACKAGE_FIELDS: RowField[] = [
  { name: 'title', label: 'Title', kind: 'line' },
  { name: 'summary', label: 'Summary', kind: 'text', rows: 2, optional: true, hint: FACTS_HINT },
  { name: 'price', label: 'Price (dollars)', kind: 'price', hint: 'For example, 950 or 1,250.50.' },
  { name: 'points', label: 'What’s included', kind: 'lines', optional: true, hint: 'One item per line.' },
  { name: 'recommended', label: 'Recommended (highlighted in a box)', kind: 'switch' },
  {
    name: 'recommendation',
    label: 'Reason it’s recommended',
    kind: 'line',
    optional: true,
    hint: 'Shown in the box. For example, What most couples choose.',
  },
]
