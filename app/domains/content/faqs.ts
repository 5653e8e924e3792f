import type { FormField } from './rows/fields'
import { FACTS_HINT } from './services'

/** A page shows the questions of a topic. Questions of other topics are stored but not shown. */
export interface Topic {
  name: string
  /** The visible name. */
  label: string
  /** Pages that show its questions. */
  pages: { label: string; page: 'pricing' | 'portrait' }[]
}

export interface ListedQuestion {
  id: string
  topic: string
  question: string
  answer: string
}

/** Most questions of a topic on a page. */
export const MOST_QUESTIONS = 100

/** Topic of the price list. */
export const PRICING_TOPIC = 'pricing'

/**
 * All topics: first those that pages use, then the others by name.
 * @param portraitTopic topic of the portrait page
 * @param used topics that have questions
 */
export function topicsOf(portraitTopic: string | undefined, used: string[]): Topic[] {
  const names = new Set([PRICING_TOPIC, ...(portraitTopic ? [portraitTopic] : []), ...used.toSorted()])
  return [...names].map((name) => ({
    name,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    pages: [
      ...(name === PRICING_TOPIC ? [{ label: 'Pricing', page: 'pricing' as const }] : []),
      ...(name === portraitTopic ? [{ label: 'Portrait', page: 'portrait' as const }] : []),
    ],
  }))
}

/** @param topics existing ones: pages choose their topic, so a new one would be shown nowhere */
export const questionFields = (topics: Topic[]): FormField[] => [
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
