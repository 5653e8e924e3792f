import type { RowField } from './rows/field'
import { FACTS_HINT } from './services'

/** A topic is what a page asks for; questions of a topic that none asks for are kept, and shown nowhere. */
export interface Topic {
  name: string
  /** As people read it. */
  label: string
  /** Pages on which its questions stand. */
  pages: { label: string; page: 'pricing' | 'portrait' }[]
}

export interface ListedQuestion {
  id: string
  topic: string
  question: string
  answer: string
}

/** A page holds no more of a topic than this. */
export const MOST_QUESTIONS = 100

/** What the price list asks for. */
export const PRICING_TOPIC = 'pricing'

/**
 * The topics that there are: first those that pages ask for, then the others by name.
 * @param portraitTopic what the portrait page asks for
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
