import type { FormField } from '~/domains/content/rows/fields'
import { FIRST_NAME } from '../model'

/** The email that a new subscriber gets at once. Its row exists once an owner has changed it. */
export const WELCOME = 'welcome'
export const SEND_SEQUENCE = 'send-newsletter-sequence'
/** A sequence has few steps. */
export const MOST_STEPS = 20

export interface WrittenEmail {
  subject: string
  /** Paragraphs separated by blank lines. Web addresses become links. */
  text: string
}

/** An email that subscribers get some days after they subscribed. */
export interface Step extends WrittenEmail {
  id: string
  delayDays: number
  isOn: boolean
  version: number
  /** Why it isn't sent, such as an unknown field that was saved before fields were checked; '': it is. */
  problem: string
}

const TEXT: FormField[] = [
  { name: 'subject', label: 'Subject', kind: 'line' },
  {
    name: 'text',
    label: 'Text',
    kind: 'text',
    rows: 12,
    hint: `Leave a blank line between paragraphs. Web addresses become links. ${FIRST_NAME} becomes the subscriber’s first name, or “there.” We add your postal address and the unsubscribe link.`,
  },
]

export const sequenceFields = (id: string): FormField[] =>
  id === WELCOME
    ? TEXT
    : [
        {
          name: 'delayDays',
          label: 'Days after subscribing',
          kind: 'number',
          hint: 'From 1 to 365.',
        },
        ...TEXT,
        {
          name: 'isOn',
          label: 'Send this email',
          kind: 'switch',
          hint: 'It goes to people who subscribe after you added it, once to each.',
        },
      ]

/** "After 3 days" */
export const dayLabel = (delayDays: number): string =>
  `After ${delayDays} ${delayDays === 1 ? 'day' : 'days'}`
