import type { Span, Window } from './wall-time'

export type { Span, Window } from './wall-time'

/** A session type's rules for starts at a location. */
export interface SessionRules {
  /** Ids, by which schedules and special dates name them. */
  sessionType: string
  place: string
  minutes: number
  /** Kept free around the session, travel to the place included. */
  minutesBefore: number
  minutesAfter: number
  /** Elapsed hours between now and the start, at least. */
  minimumNoticeHours: number
  /** Calendar days from today, at most. */
  bookingWindowDays: number
  /** Sessions of this type a day, at most; null: as many as fit. */
  dailyLimit: number | null
  starts: Starts
}

export type Starts =
  /** From each opening on, every so many minutes. */
  | { kind: 'interval'; minutes: number }
  /** At these wall times, HH:MM. */
  | { kind: 'fixed'; times: string[] }
  /** One a day, so many minutes before the sun sets at the place; degrees, north and east positive. */
  | { kind: 'sunset'; minutesBefore: number; latitude: number; longitude: number }
  /** On mini-session days alone. */
  | { kind: 'mini' }

/** The hours of a week; `weekday` is 1 (Monday) to 7 (Sunday). */
export interface Schedule {
  /** null: of every session type, at every place, from or until any day. Dates are included. */
  sessionType: string | null
  place: string | null
  from: string | null
  until: string | null
  hours: (Window & { weekday: number })[]
}

/** Days that are unlike their week: a holiday has no hours. */
export interface SpecialDates {
  sessionType: string | null
  place: string | null
  from: string
  until: string
  hours: Window[]
}

/** A day of short sessions at one place, start after start. */
export interface MiniDay {
  id: string
  sessionType: string
  place: string
  date: string
  starts: string[]
  /** What its sessions take around and between them, so that no other session is put there. */
  minutes: number
  minutesBefore: number
  minutesAfter: number
}

/** Time that is taken, buffers included. */
export interface Busy extends Span {
  /** When a hold on it ends; null: it is taken. */
  heldUntil: number | null
  /** By a session or a hold on one, by blocked time, or by something in an outside calendar. */
  by: 'session' | 'block' | 'outside'
}

/** All that decides when a session type is free. */
export interface Calendar {
  /** IANA name of the studio's zone. */
  zone: string
  schedules: Schedule[]
  specialDates: SpecialDates[]
  miniDays: MiniDay[]
  busy: Busy[]
  /** Sessions of the type, for its daily limit; holds with their expiry. */
  sessions: { startsAt: number; heldUntil: number | null }[]
}

export interface Start extends Span {
  state: 'free' | 'held' | 'taken'
  /** When a held start may be free again. */
  heldUntil: number | null
  /** Taken by the studio itself, as on vacation: no cancellation frees it. */
  isClosed: boolean
  miniDay: string | null
}

/** A session type at a place where it is offered, with the rules for its starts. */
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

/** A question that clients answer besides name and email. */
export interface Question {
  id: string
  label: string
  kind: 'line' | 'text' | 'date' | 'number'
  required: boolean
}
