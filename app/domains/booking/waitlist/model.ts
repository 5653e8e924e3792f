import { z } from 'zod'
import { addDays, dateOf } from '~/platform/time'
import { type Span, spanOf } from '../availability/wall-time'

export const OFFER_FREED = 'offer-freed-times'
export const offerFreedPayload = z.object({})
/** How often one looks whether something became free: time comes back in many ways, and held time by itself. */
export const OFFER_EVERY_MS = 60_000
/** How long a freed start is kept for the first in line. */
export const OFFER_MS = 2 * 3_600_000
/** Starts too soon to be taken aren't offered. */
export const SHORTEST_OFFER_MS = 30 * 60_000

/** Offers go out between these hours of the studio's zone, unless the start is near. */
export const OFFERS_FROM = '08:00'
export const OFFERS_UNTIL = '20:00'

/** `kept`: a freed start is held, and the email is sent in the morning. */
export const WAITLIST_STATES = ['waiting', 'kept', 'offered', 'taken', 'lapsed', 'left'] as const
export type WaitlistState = (typeof WAITLIST_STATES)[number]

/** Those who are still in line. */
export const IN_LINE: readonly WaitlistState[] = ['waiting', 'kept', 'offered']

/** A waitlist entry for a date. */
export interface WaitlistEntry {
  id: string
  state: WaitlistState
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

export const WAITLIST_FIELDS = ['name', 'email'] as const
export type WaitlistField = (typeof WAITLIST_FIELDS)[number]

export const WAITLIST_LABELS: Record<WaitlistState, string> = {
  waiting: 'Waiting',
  kept: 'On hold until morning',
  offered: 'Offered',
  taken: 'Booked',
  lapsed: 'Expired',
  left: 'Left',
}

/** A waitlist entry as shown in the Studio. */
export interface WaitlistLine {
  id: string
  state: WaitlistState
  name: string
  email: string
  session: string
  place: string
  /** YYYY-MM-DD, and "Saturday, December 5, 2026". */
  date: string
  day: string
  /** "Joined 3 hours ago" */
  joined: string
  /** "10:30 AM, kept until Friday, November 20, 2:00 PM"; '' without an offer. */
  offer: string
  can: { offer: boolean; takeOff: boolean }
}

/** The coming days, the next one first; or those that are past, the last one first. */
export const WAITLIST_DAYS = ['coming', 'past'] as const
export type WaitlistDays = (typeof WAITLIST_DAYS)[number]

/** Where the next page begins: after this day and id. */
export interface WaitlistCursor {
  date: string
  id: string
}

export const writeWaitlistCursor = ({ date, id }: WaitlistCursor): string => `${date}_${id}`

/** null: none or invalid. */
export function readWaitlistCursor(text: string | null): WaitlistCursor | null {
  const [, date, id] = /^(\d{4}-\d\d-\d\d)_([\w-]{1,64})$/.exec(text ?? '') ?? []
  return date === undefined || id === undefined ? null : { date, id }
}

/** When an offer may be emailed: now by day, else in the morning. Milliseconds since 1970. */
export function nextOfferHour(now: number, zone: string): number {
  const today = dateOf(now, zone)
  const hours = (date: string): Span => spanOf(date, { opens: OFFERS_FROM, closes: OFFERS_UNTIL }, zone)
  if (now < hours(today).startsAt) return hours(today).startsAt
  return now < hours(today).endsAt ? now : hours(addDays(today, 1)).startsAt
}

/**
 * Whether an offer waits for the morning: not when it could hardly be taken from then on.
 * @param latest until when the start can be booked
 */
export const waitsForMorning = (now: number, latest: number, zone: string): boolean => {
  const morning = nextOfferHour(now, zone)
  return morning > now && latest - morning >= SHORTEST_OFFER_MS
}
