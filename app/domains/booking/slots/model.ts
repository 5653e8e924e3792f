import type { AddedTax } from '~/domains/billing/tax'
import type { Question } from '../availability/model'
import type { StartLabels } from '../start-labels'

/** A session type at a location, as booked by a visitor. Money in cents. */
export interface ChosenOffer {
  service: string
  location: string
  title: string
  minutes: number
  editedPhotos: string
  priceCents: number
  priceUnit: string
  /** 0: none, or its proposal agrees on one. */
  depositCents: number
  hasProposal: boolean
  travelFeeCents: number
  /** On top of the price and travel. */
  tax: AddedTax | null
  place: string
  placeKind: 'studio' | 'outdoor' | 'client'
  needsApproval: boolean
  /** Asked while booking. */
  questions: Question[]
  /** What has to be done after booking, as text: "Sign the contract". */
  steps: string[]
  /** How long the client has for that: "3 days". */
  stepsWithin: string
}

export interface CalendarDay {
  /** YYYY-MM-DD */
  date: string
  number: number
  /** "Friday, December 4" */
  label: string
  state: 'open' | 'full' | 'closed'
  free: number
}

/** A month of the calendar. Weeks begin on Sunday; null: a cell before the first or after the last day. */
export interface CalendarMonth {
  /** "December 2026" */
  title: string
  weeks: (CalendarDay | null)[][]
  /** YYYY-MM; null: that month can't be booked. */
  previous: string | null
  next: string | null
}

/** A start in the list of its day. */
export interface Slot {
  /** As in forms: `2026-12-05T15:30:00Z`. */
  slot: string
  /** "10:30 AM", for the list of a day, which shows the zone in its heading. */
  bareTime: string
  /** "10:30 AM EST" */
  time: string
  part: 'Morning' | 'Afternoon' | 'Evening'
  state: 'free' | 'yours' | 'held' | 'taken'
  /** When a held start may be free again: "9:52 AM EST". */
  reopens: string | null
}

export interface Day {
  date: string
  label: string
  slots: Slot[]
}

/** A start that is held for the visitor. */
export interface VisitorHold {
  slot: string
  service: string
  location: string
  when: StartLabels
  /**
   * When it expires (milliseconds since 1970), and the milliseconds left, so that the browser's clock doesn't
   * matter.
   */
  expiresAt: number
  leftMs: number
  /** "9:52 AM EST" */
  until: string
  canExtend: boolean
}

export interface Times {
  offer: ChosenOffer
  month: CalendarMonth
  day: Day | null
  /** The month’s open days by date (`packed-day.ts`), so that choosing one of them needs no request. */
  openDays: Record<string, string>
  hold: VisitorHold | null
  /** "Eastern Time" */
  zoneName: string
  /** A sentence about a requested day that isn't available. */
  sentence: string | null
}

/** A session and the day of the requested start, with all its starts. */
export interface ChosenDay {
  offer: ChosenOffer
  day: Day | null
  hold: VisitorHold | null
  zoneName: string
}

/** A start that a visitor is about to book. */
export interface ChosenStart {
  offer: ChosenOffer
  slot: string
  when: StartLabels
  /** The visitor's hold on this start; a hold on another start doesn't count. */
  hold: VisitorHold | null
  /** What rescheduling and canceling will cost. */
  policy: string[]
}

export const START_GONE = 'That time was just taken. Choose another.'

/**
 * A start as in forms and URLs: an ISO 8601 instant in UTC to the second, such as `2026-12-05T15:30:00Z`. No
 * other spelling is accepted, so that starts can be compared as text.
 */
export const slotOf = (startsAt: number): string => new Date(startsAt).toISOString().replace('.000Z', 'Z')

/** @returns milliseconds since 1970; undefined: not in this spelling */
export function readSlot(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) || slotOf(at) !== text ? undefined : at
}
