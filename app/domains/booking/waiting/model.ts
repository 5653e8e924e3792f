import { z } from 'zod'

export const OFFER_FREED = 'offer-freed-starts'
export const offerFreedPayload = z.object({})
/** How often one looks whether something became free: time comes back in many ways, and held time by itself. */
export const LOOK_EVERY_MS = 60_000
/** How long a freed start is kept for the first in line. */
export const OFFER_MS = 2 * 3_600_000
/** Nobody is offered what they could hardly take in time. */
export const SHORTEST_OFFER_MS = 30 * 60_000

/** Somebody who waits for a start on a date. */
export interface Waiting {
  id: string
  sessionType: { id: string }
  place: { id: string }
  /** YYYY-MM-DD */
  date: string
  name: string
  email: string
  offeredStart: number | null
}

export const WAITING_FIELDS = ['name', 'email'] as const
export type WaitingField = (typeof WAITING_FIELDS)[number]
