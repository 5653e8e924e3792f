import type { RowField } from '../../rows/field'
import { FACTS_HINT } from '../service-fields'

export const PACKAGE_FIELDS: RowField[] = [
  { name: 'title', label: 'Title', kind: 'line' },
  { name: 'summary', label: 'Summary', kind: 'text', rows: 2, optional: true, hint: FACTS_HINT },
  { name: 'price', label: 'Price in dollars', kind: 'price', hint: 'Such as 950 or 1,250.50.' },
  { name: 'points', label: 'What is included', kind: 'lines', optional: true, hint: 'One point a line.' },
  { name: 'recommended', label: 'Recommended: the one that is boxed', kind: 'switch' },
  {
    name: 'recommendation',
    label: 'Why it is recommended',
    kind: 'line',
    optional: true,
    hint: 'Shown in the box, such as: What most couples choose.',
  },
]
