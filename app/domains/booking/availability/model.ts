import type { TypeRequirements } from '../requirements/model'
import type { Span, Window } from './wall-time'

export type { Span, Window } from './wall-time'

/** A session type's rules for starts at a location. */
export interface SessionRules {
  /** Ids, as schedules and special dates refer to them. */
  sessionType: string
  place: string
  minutes: number
  /** Kept free around the session, travel to the location included. */
  minutesBefore: number
  minutesAfter: number
  /** Minimum elapsed hours between now and the start. */
  minimumNoticeHours: number
  /** Maximum calendar days from today. */
  bookingWindowDays: number
  /** Maximum sessions of this type per day; null: no limit. */
  dailyLimit: number | null
  starts: Starts
}

export type Starts =
  /** Every `minutes` from each opening. */
  | { kind: 'interval'; minutes: number }
  /** At these wall times, HH:MM. */
  | { kind: 'fixed'; times: string[] }
  /** One per day, `minutesBefore` sunset at the location. Coordinates in degrees, north and east positive. */
  | { kind: 'sunset'; minutesBefore: number; latitude: number; longitude: number }
  /** Only on mini session days. */
  | { kind: 'mini' }

/** Weekly hours; `weekday` is 1 (Monday) to 7 (Sunday). */
export interface Schedule {
  /** null: any session type, any location, no first or last date. Dates are inclusive. */
  sessionType: string | null
  place: string | null
  from: string | null
  until: string | null
  hours: (Window & { weekday: number })[]
}

/** Dates with other hours than their weekday, such as holidays with none. */
export interface SpecialDates {
  sessionType: string | null
  place: string | null
  from: string
  until: string
  hours: Window[]
}

/** A day of short sessions at one location. */
export interface MiniDay {
  id: string
  sessionType: string
  place: string
  date: string
  starts: string[]
  /** Each session's length and buffers, in minutes. No other session is offered in this time. */
  minutes: number
  minutesBefore: number
  minutesAfter: number
}

/** Occupied time, buffers included. */
export interface Busy extends Span {
  /** When a hold on it expires; null: not a hold. */
  heldUntil: number | null
  /** A session or a hold, blocked time, or an event in an external calendar. */
  by: 'session' | 'block' | 'external'
}

/** Everything that determines which starts of a session type are free. */
export interface Calendar {
  /** IANA name of the studio's zone. */
  zone: string
  schedules: Schedule[]
  specialDates: SpecialDates[]
  miniDays: MiniDay[]
  busy: Busy[]
  /** Existing sessions of the type, counted for its daily limit; `heldUntil` is when a hold expires. */
  sessions: { startsAt: number; heldUntil: number | null }[]
}

export interface Start extends Span {
  state: 'free' | 'held' | 'taken'
  /** When the hold on this start expires, so that it may be free again. */
  heldUntil: number | null
  /** Occupied by the studio itself, such as vacation, so no cancellation frees it. */
  isClosed: boolean
  miniDay: string | null
}

/** A session type at a location where it's offered, with the rules for its starts. */
export interface Offer {
  resourceId: string
  resourceNumber: number
  type: {
    id: string
    slug: string
    title: string
    minutes: number
    editedPhotos: string
    turnaround: string
    priceCents: number
    priceUnit: string
    depositCents: number
    needsApproval: boolean
    questions: Question[]
    /** What is required before a booking counts as confirmed; null: nothing. */
    requirements: TypeRequirements | null
  }
  place: {
    id: string
    slug: string
    title: string
    kind: 'studio' | 'outdoor' | 'client'
    address: string
    travelFeeCents: number
  }
  rules: SessionRules
}

/** A question of the session type's questionnaire. */
export interface Question {
  id: string
  label: string
  kind: 'line' | 'text' | 'date' | 'number' | 'choice' | 'photos'
  required: boolean
  /** What a `choice` is one of. */
  choices?: string[]
}
