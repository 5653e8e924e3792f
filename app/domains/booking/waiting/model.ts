import { z } from 'zod'

export const OFFER_FREED = 'offer-freed-starts'
export const offerFreedPayload = z.object({})
/** How often one looks whether something became free: time comes back in many ways, and held time by itself. */
export const LOOK_EVERY_MS = 60_000
/** How long a freed start is kept for the first in line. */
export const OFFER_MS = 2 * 3_600_000
/** Nobody is offered what they could hardly take in time. */
export const SHORTEST_OFFER_MS = 30 * 60_000

/** Offers go out between these hours of the studio's zone, unless the start is near. */
export const OFFERS_FROM = '08:00'
export const OFFERS_UNTIL = '20:00'

/** `kept`: a freed start is held for them, and the letter goes out in the morning. */
export const WAITING_STATES = ['waiting', 'kept', 'offered', 'taken', 'lapsed', 'left'] as const
export type WaitingState = (typeof WAITING_STATES)[number]

/** Those who are still in line. */
export const IN_LINE: readonly WaitingState[] = ['waiting', 'kept', 'offered']

/** Somebody who waits for a start on a date. */
export interface Waiting {
  id: string
  state: WaitingState
  sessionType: { id: string }
  place: { id: string }
  /** YYYY-MM-DD */
  date: string
  name: string
  email: string
  offeredStart: number | null
  /** The hold on that start; it is gone once they book, or when its time is up. */
  holdId: string | null
}

export const WAITING_FIELDS = ['name', 'email'] as const
export type WaitingField = (typeof WAITING_FIELDS)[number]
