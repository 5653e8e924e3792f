import type { AddedTax } from '~/domains/billing/tax'
import type { Span } from '../availability/model'
import type { BookingPolicy } from '../policy'
import type { BookingRequirements } from '../requirements/model'
import type { StartLabels } from '../start-labels'

export const BOOKING_STATES = ['requested', 'confirmed', 'declined', 'canceled', 'done', 'no-show'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** Statuses in which a booking occupies its time. */
export const KEEPS_TIME: readonly BookingState[] = ['requested', 'confirmed', 'done', 'no-show']

/** The statuses that can follow each status. */
export const NEXT_STATES: Record<BookingState, readonly BookingState[]> = {
  requested: ['confirmed', 'declined', 'canceled'],
  confirmed: ['canceled', 'done', 'no-show'],
  done: ['confirmed', 'no-show'],
  'no-show': ['confirmed', 'done'],
  declined: [],
  canceled: [],
}

/** A requested or booked session. */
export interface Booking {
  id: string
  /** Such as `DE-7K3Q9`, easy to read out on the phone. */
  reference: string
  resourceId: string
  sessionType: { id: string; slug: string; title: string; minutes: number }
  place: { id: string; slug: string; title: string; kind: 'studio' | 'outdoor' | 'client'; address: string }
  miniDayId: string | null
  state: BookingState
  /** R31: start and end of the session, milliseconds since 1970. */
  sessionDate: number
  sessionEnd: number
  /** The start as wall time, YYYY-MM-DDTHH:MM, and its zone. */
  wallStart: string
  zone: string
  name: string
  email: string
  phone: string
  partySize: number
  notes: string
  /** Where the session takes place, if at the client's location. */
  address: string
  answers: { question: string; answer: string }[]
  termsVersion: number | null
  priceCents: number
  /** Unit of the price, such as "hour"; '' for the whole session. */
  priceUnit: string
  travelFeeCents: number
  depositCents: number
  policy: BookingPolicy
  /** iCalendar UID and SEQUENCE (RFC 5545 3.8.4.7, 3.8.7.4). */
  uid: string
  sequence: number
  manageVersion: number
  privateNote: string
  /** When the client was asked to accept a new date; null: nothing to accept. */
  acceptanceRequestedAt: number | null
  /** What is required before it counts as confirmed; null: nothing. */
  requirements: BookingRequirements | null
  /** Until when its time is held for that; null: it isn't. */
  heldUntil: number | null
  createdAt: number
  version: number
}

export type BookingEventKind =
  | 'requested'
  | 'confirmed'
  | 'declined'
  | 'rescheduled'
  | 'canceled'
  | 'done'
  | 'no-show'
  | 'reopened'
  | 'accepted'
  | 'answered'
  | 'note-changed'
  | 'payment-recorded'
  | 'payment-voided'
  | 'fee-added'
  | 'schedule-changed'
  | 'paid-online'
  | 'refunded-online'
  | 'card-saved'
  | 'card-declined'
  | 'card-removed'
  | 'fee-waived'
  | 'credited'
  | 'message-sent'
  | 'link-replaced'
  | 'held'
  | 'hold-extended'
  | 'requirement-met'
  | 'requirement-waived'

/** An entry of a booking's history. */
export interface BookingEvent {
  id: string
  kind: BookingEventKind
  at: number
  by: { kind: 'client' | 'studio' | 'program'; name: string }
  /** Depends on the kind, such as { from, to, feeCents } or { words }. */
  detail: Record<string, string | number>
}

export const HOLD_MINUTES = 15
/** Minutes before a hold expires at which the visitor is warned and can extend it once. */
export const NOTICE_MINUTES = 2
export const HOLDS_OF_A_NETWORK = 3

/** A start that is reserved while a visitor fills in the form. */
export interface Hold extends Span {
  id: string
  sessionType: string
  place: string
  expiresAt: number
  extended: boolean
}

/** A booking as its client sees it right after booking. Money in cents. */
export interface BookingMade {
  /** Whether this browser can open the booking's page. */
  isOpenHere: boolean
  /** Such as `DE-7K3Q9`. */
  reference: string
  /** `to-confirm`: the button in an email has to be pressed. `held`: something is still required. */
  state: 'requested' | 'held' | 'confirmed' | 'to-confirm'
  /** Until when the time is held for what is required, such as "Friday, November 27, 3:40 PM EST"; '': it isn't. */
  heldUntil: string
  /** The deadline, such as "3:40 PM Eastern Time", and whether the time is held until then. */
  toConfirm: { until: string; isHeld: boolean } | null
  /** Slugs, and the start as in forms. */
  service: string
  location: string
  slot: string
  title: string
  minutes: number
  place: string
  /** Address of the session if the studio travels; '' when the client travels. */
  address: string
  email: string
  when: StartLabels
  /** How many reminders are still ahead: 2, 1 or 0. */
  reminders: number
  priceCents: number
  priceUnit: string
  travelFeeCents: number
  tax: AddedTax | null
  depositCents: number
}

/** A random token that identifies the visitor's holds. `maxAge` in seconds. */
export const HOLD_COOKIE = { name: 'studio_hold', maxAge: 3_600 }

/**
 * The booking's manage token, so that only the browser that booked sees it on the thank-you and manage pages
 * (D2). `maxAge` in seconds.
 */
export const BOOKING_COOKIE = { name: 'studio_booking', maxAge: 180 * 86_400 }
