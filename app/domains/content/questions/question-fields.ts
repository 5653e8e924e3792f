import type { RowField } from '../rows/field'
import { FACTS_HINT } from '../services/service-fields'
import type { Topic } from './model'

/** @param topics those that there are: a page chooses its topic, so that a new one would stand nowhere */
export const questionFields = (topics: Topic[]): RowField[] => [
  {
    name: 'topic',
    label: 'Topic',
    kind: 'choice',
    choices: topics.map(({ name, label, pages }) => ({
      value: name,
      label: `${label}: ${pages.length > 0 ? `on ${pages.map((each) => each.label).join(' and ')}` : 'not on any page'}`,
    })),
  },
  { name: 'question', label: 'Question', kind: 'line' },
  { name: 'answer', label: 'Answer', kind: 'text', rows: 6, hint: FACTS_HINT },
]
