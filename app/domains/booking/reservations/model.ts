import type { Span } from '../availability/model'
import type { BookingPolicy } from '../policy'
import type { StartLabels } from '../start-labels'

export const BOOKING_STATES = ['requested', 'confirmed', 'declined', 'canceled', 'done', 'no-show'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** A booking in these states keeps its time. */
export const KEEPS_TIME: readonly BookingState[] = ['requested', 'confirmed', 'done', 'no-show']

/** What may become of a booking. */
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
  /** Such as `DE-7K3Q9`, for use on the phone. */
  reference: string
  resourceId: string
  sessionType: { id: string; slug: string; title: string; minutes: number }
  place: { id: string; slug: string; title: string; kind: 'studio' | 'outdoor' | 'client'; address: string }
  miniDayId: string | null
  state: BookingState
  /** R31: when the session begins and ends, milliseconds since 1970. */
  sessionDate: number
  sessionEnd: number
  /** The start in wall time, YYYY-MM-DDTHH:MM, with its zone. */
  wallStart: string
  zone: string
  name: string
  email: string
  phone: string
  partySize: number
  notes: string
  /** Where, when the place is the client's. */
  address: string
  answers: { question: string; answer: string }[]
  termsVersion: number | null
  priceCents: number
  /** Such as "hour" when the price is for each. */
  priceUnit: string
  travelFeeCents: number
  depositCents: number
  policy: BookingPolicy
  /** iCalendar UID and SEQUENCE (RFC 5545 3.8.4.7, 3.8.7.4). */
  uid: string
  sequence: number
  manageVersion: number
  privateNote: string
  /** When the client was asked to accept a new date. */
  acceptAskedAt: number | null
  createdAt: number
  version: number
}

export type BookingEventKind =
  | 'requested'
  | 'confirmed'
  | 'declined'
  | 'moved'
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
  | 'fee-waived'
  | 'message-sent'
  | 'link-renewed'

/** Something that happened to a booking. */
export interface BookingEvent {
  id: string
  kind: BookingEventKind
  at: number
  by: { kind: 'client' | 'studio' | 'program'; name: string }
  /** Such as { from, to, feeCents } of a move, or { words } of a declination. */
  detail: Record<string, string | number>
}

export interface BookingPayment {
  id: string
  kind: 'deposit' | 'balance' | 'fee' | 'refund'
  amountCents: number
  /** YYYY-MM-DD */
  receivedOn: string
  method: string
  recordedBy: string
  voidedAt: number | null
}

export const HOLD_MINUTES = 15
/** Minutes before expiry at which the visitor is warned, and may extend it once. */
export const NOTICE_MINUTES = 2
export const HOLDS_OF_A_NETWORK = 3

/** A start that is kept for a visitor while they fill in the form. */
export interface Hold extends Span {
  id: string
  sessionType: string
  place: string
  expiresAt: number
  extended: boolean
}

/** A booking as its client sees it right after making it. Money in cents. */
export interface BookingMade {
  /** Addresses that open Google’s and Outlook’s calendar with the session filled in. */
  calendars: { google: string; outlook: string } | null
  /** Such as `DE-7K3Q9`. */
  reference: string
  /** `to-confirm`: it counts once the button in an email is pressed. */
  state: 'requested' | 'confirmed' | 'to-confirm'
  /** Until when, such as "3:40 PM Eastern Time", and whether the time is held until then. */
  toConfirm: { until: string; isHeld: boolean } | null
  /** Slugs, and the start as forms spell it. */
  service: string
  slot: string
  title: string
  minutes: number
  place: string
  /** Where we come to; '' when the client comes to us. */
  address: string
  email: string
  when: StartLabels
  priceCents: number
  priceUnit: string
  travelFeeCents: number
  depositCents: number
}

/** Whose hold a start is: a random token of the visitor's browser. */
export const HOLD_COOKIE = { name: 'studio_hold', maxAge: 3_600 }

/**
 * Holds the booking's manage token, so that only its browser sees it on the thank-you and manage pages (D2).
 */
export const BOOKING_COOKIE = { name: 'studio_booking', maxAge: 180 * 86_400 }
