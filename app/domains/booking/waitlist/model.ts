import { z } from 'zod'
import { addDays, dateOf } from '~/platform/time'
import { type Span, spanOf } from '../availability/wall-time'

export const OFFER_FREED = 'offer-freed-times'
export const offerFreedPayload = z.object({})
/**
 * How often free times are checked, in milliseconds. Times are freed in many ways, and expired holds cause no
 * event.
 */
export const OFFER_EVERY_MS = 60_000
/** How long a freed start is held for the first in line, in milliseconds. */
export const OFFER_MS = 2 * 3_600_000
/** In milliseconds. A start isn't offered if less time than this is left to book it. */
export const SHORTEST_OFFER_MS = 30 * 60_000

/** Offers are emailed between these hours in the studio's zone, unless the start is too soon. */
export const OFFERS_FROM = '08:00'
export const OFFERS_UNTIL = '20:00'

/** `kept`: a freed start is held, and the email is sent in the morning. */
export const WAITLIST_STATES = ['waiting', 'kept', 'offered', 'taken', 'lapsed', 'left'] as const
export type WaitlistState = (typeof WAITLIST_STATES)[number]

/** Statuses of entries that are still in line. */
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
  /** The hold on the offered start, deleted when they book or the offer expires. */
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
  /** "10:30 AM, until Friday, November 20, 2:00 PM EST"; '' without an offer. */
  offer: string
  can: { offer: boolean; takeOff: boolean }
}

/** `coming`: days from today on, ascending; `past`: earlier ones, descending. */
export const WAITLIST_DAYS = ['coming', 'past'] as const
export type WaitlistDays = (typeof WAITLIST_DAYS)[number]

/** Position of the last entry on a page, by day and id. */
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

/** When an offer may be emailed: now in the daytime, else in the morning. Milliseconds since 1970. */
export function nextOfferHour(now: number, zone: string): number {
  const today = dateOf(now, zone)
  const hours = (date: string): Span => spanOf(date, { opens: OFFERS_FROM, closes: OFFERS_UNTIL }, zone)
  if (now < hours(today).startsAt) return hours(today).startsAt
  return now < hours(today).endsAt ? now : hours(addDays(today, 1)).startsAt
}

/**
 * Whether an offer is emailed only in the morning. If too little time were left to book it then, it's emailed
 * at night.
 * @param latest until when the start can be booked, milliseconds since 1970
 */
export const waitsForMorning = (now: number, latest: number, zone: string): boolean => {
  const morning = nextOfferHour(now, zone)
  return morning > now && latest - morning >= SHORTEST_OFFER_MS
}
