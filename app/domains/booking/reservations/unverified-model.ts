import { z } from 'zod'
import type { ClientDetails } from '../booking-form'

/** How long a booking waits for the button in its email. */
export const CONFIRM_MS = 2 * 3_600_000

/** Bookings of unproven addresses that a network makes in a day before the next ones have to be confirmed. */
export const NETWORK_LIMIT = { name: 'unproven booking', limit: 10, windowMs: 86_400_000 }
/** Unverified bookings of a network whose time is held at once. */
export const HELD_OF_A_NETWORK = 3
/** Open bookings of a proven address before one that is made without signing in has to be confirmed. */
export const OPEN_OF_AN_ADDRESS = 10

/** Open bookings of unproven addresses before new ones have to be confirmed: half of what these days can hold. */
export const CAPACITY_DAYS = 28
export const LEAST_LIMIT = 20
export const limitFor = (capacity: number): number => Math.max(LEAST_LIMIT, Math.ceil(capacity / 2))

/** Half as many again may hold time while they wait. */
export const heldLimitFor = (limit: number): number => Math.ceil(limit / 2)

export const EXPIRE_UNVERIFIED = 'expire-unverified-bookings'
export const expirePayload = z.object({})

export type UnverifiedState = 'waiting' | 'confirmed' | 'lapsed' | 'declined'

/** A booking that counts as soon as its client presses the button in the email. */
export interface UnverifiedBooking {
  id: string
  /** The one that the booking will have. */
  reference: string
  resourceId: string
  state: UnverifiedState
  sessionType: { id: string; slug: string; title: string; minutes: number }
  place: { id: string; slug: string; title: string }
  /** Milliseconds since 1970. */
  sessionDate: number
  sessionEnd: number
  /** '' as soon as it is settled. */
  email: string
  /** What the client typed; null as soon as it is settled. */
  details: ClientDetails | null
  wantsNewsletter: boolean
  /** What the client agreed to. */
  termsVersion: number
  priceCents: number
  submissionKey: string | null
  /** The hold on its time; null: the time is free until the button is pressed. */
  holdId: string | null
  bookingId: string | null
  createdAt: number
  /** When it lapses. */
  expiresAt: number
}

/** A flood is over when no booking had to be confirmed for so long. */
export const FLOOD_GAP_MS = 86_400_000

/** Which unverified bookings a list shows, by when they were made. */
export const FLOOD_SPANS = { day: 86_400_000, week: 7 * 86_400_000, all: Number.POSITIVE_INFINITY } as const
export type FloodSpan = keyof typeof FLOOD_SPANS

export const isFloodSpan = (text: string | null): text is FloodSpan =>
  text !== null && Object.hasOwn(FLOOD_SPANS, text)

/** How many lines the page shows. More are declined with them. */
export const FLOOD_LINES = 200

/** An unverified booking without the studio's trust. */
export interface UnverifiedLine {
  id: string
  kind: 'booking' | 'unverified'
  reference: string
  state: 'requested' | 'confirmed' | 'to-confirm'
  name: string
  email: string
  session: string
  /** "Saturday, December 5, 10:30 AM" */
  when: string
  /** "Booked 3 hours ago" */
  made: string
}

export interface UnverifiedView {
  span: FloodSpan
  lines: UnverifiedLine[]
  /** Total in the period: open bookings, and those waiting for confirmation. */
  bookings: number
  waiting: number
  /** Open bookings of unverified addresses, whenever they were made, and how many count without an email. */
  open: number
  limit: number
  /** Made before this instant, milliseconds since 1970, so that what comes later isn’t declined unseen. */
  until: number
}
