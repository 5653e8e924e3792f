import { z } from 'zod'
import { emailAddress, line, must, NAME_MAX, text } from '~/platform/fields'
import { isBlank } from '~/platform/text'
import type { Consent, ConsentSource, SuppressionReason } from '../model'

/** Whether a subscriber gets the newsletter, and if not, why. */
export const SUBSCRIBER_STATES = [
  'subscribed',
  'not-confirmed',
  'unsubscribed',
  'bounced',
  'complained',
] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

export const STATE_LABELS: Record<SubscriberState, string> = {
  subscribed: 'Subscribed',
  'not-confirmed': 'Not confirmed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Complained',
}

export const readState = (text: string | null): SubscriberState | null =>
  SUBSCRIBER_STATES.find((state) => state === text) ?? null

/** @param suppressed the reasons that aren't lifted */
export function stateOf(
  row: { unsubscribedAt: number | null; unconfirmedSince: number | null },
  suppressed: readonly SuppressionReason[],
): SubscriberState {
  if (suppressed.includes('complained')) return 'complained'
  if (suppressed.includes('bounced')) return 'bounced'
  if (row.unsubscribedAt !== null) return 'unsubscribed'
  if (row.unconfirmedSince !== null) return 'not-confirmed'
  return suppressed.length > 0 ? 'unsubscribed' : 'subscribed'
}

export interface Tag {
  id: string
  name: string
  /** Subscribers may choose it as a topic. */
  isPublic: boolean
  version: number
}

/** A row of the list. */
export interface SubscriberLine {
  id: string
  email: string
  /** '' when unknown. */
  name: string
  state: SubscriberState
  /** Names of tags. */
  tags: string[]
  subscribedAt: number
}

export interface ConsentRecord extends Consent {
  at: number
  network: string
  byName: string
}

export interface Suppression {
  reason: SuppressionReason
  at: number
  detail: string
  liftedAt: number | null
}

export interface Subscriber extends Omit<SubscriberLine, 'tags'> {
  /** Ids of tags. */
  tags: string[]
  /** Newest first. */
  consents: ConsentRecord[]
  /** Newest first, lifted ones included. */
  suppressions: Suppression[]
  version: number
}

/** A subscriber with instants as text. */
export interface ShownSubscriber extends Omit<Subscriber, 'consents' | 'suppressions'> {
  since: string
  consents: (ConsentRecord & { when: string })[]
  /** `lifted`: '' while it counts. */
  suppressions: (Suppression & { when: string; lifted: string })[]
}

/** Where a person agreed: "Sign-up form on /services" */
export function sourceLabel({
  source,
  place,
  byName,
}: {
  source: ConsentSource
  place: string
  byName: string
}): string {
  switch (source) {
    case 'page':
      return `Sign-up form on ${place}`
    case 'confirmation':
      return 'Confirmed with the button in our email'
    case 'booking':
      return `Booking ${place}`
    case 'account':
      return 'Their account page'
    case 'import':
      return `Import of ${place} by ${byName}`
    case 'studio':
      return `Added by ${byName}: ${place}`
    case 'unknown':
      return 'Not recorded'
  }
}

export const REASON_LABELS: Record<SuppressionReason, string> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Emails bounced',
  complained: 'Reported our email as spam',
}

export const TAG_MAX = 40
export const SOURCE_MAX = 500

const tagName = (rule: { optional: boolean }) =>
  line({ max: TAG_MAX, what: 'the tag', ...(rule.optional ? {} : { required: 'Enter a name for the tag.' }) })

export const tagSchema = () =>
  z.object({ name: tagName({ optional: false }), isPublic: z.string().transform((value) => value === 'yes') })

export const subscriberSchema = () =>
  z.object({
    name: line({ max: NAME_MAX, what: 'the name' }),
    tags: z.array(z.string()),
    newTag: tagName({ optional: true }),
  })

export const newSubscriberSchema = () =>
  z.object({
    email: emailAddress('their'),
    name: line({ max: NAME_MAX, what: 'the name' }),
    source: text({
      max: SOURCE_MAX,
      what: 'this',
      required: 'Say when and how this person agreed, for example, “Asked by phone on May 3.”',
    }),
  })

/** How the people of an import agreed, in the owner's words, and the owner's confirmation. */
export const statementSchema = () =>
  z.object({
    statement: text({
      max: SOURCE_MAX,
      what: 'this',
      required: 'Say when and how these people agreed to get your emails.',
    }),
    agreed: z
      .string()
      .check(must((value) => !isBlank(value), 'Confirm that these people agreed to get your emails.')),
  })
