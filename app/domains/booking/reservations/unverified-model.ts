import { z } from 'zod'
import type { ClientDetails } from '../booking-form'

/** How long an unverified booking waits for confirmation, in milliseconds. */
export const CONFIRM_MS = 2 * 3_600_000

/** Bookings with unproven addresses that a network can make per day before further ones need confirmation. */
export const NETWORK_LIMIT = { name: 'unproven booking', limit: 10, windowMs: 86_400_000 }
/** Maximum number of unverified bookings of a network whose time is held. */
export const HELD_OF_A_NETWORK = 3
/** Open bookings of a proven address above which a booking without signing in needs confirmation. */
export const OPEN_OF_AN_ADDRESS = 10

/**
 * The limit of open bookings with unproven addresses is half of what the calendar can hold in this many days.
 */
export const CAPACITY_DAYS = 28
export const LEAST_LIMIT = 20
export const limitFor = (capacity: number): number => Math.max(LEAST_LIMIT, Math.ceil(capacity / 2))

/** How many unverified bookings may hold their time at once: half the limit. */
export const heldLimitFor = (limit: number): number => Math.ceil(limit / 2)

export const EXPIRE_UNVERIFIED = 'expire-unverified-bookings'
export const expirePayload = z.object({})

export type UnverifiedState = 'waiting' | 'confirmed' | 'lapsed' | 'declined'

/** A booking that has to be confirmed by the button in an email. */
export interface UnverifiedBooking {
  id: string
  /** Also the later booking's reference. */
  reference: string
  resourceId: string
  state: UnverifiedState
  sessionType: { id: string; slug: string; title: string; minutes: number }
  place: { id: string; slug: string; title: string }
  /** Milliseconds since 1970. */
  sessionDate: number
  sessionEnd: number
  /** '' once it is settled. */
  email: string
  /** What the client entered; null once it is settled. */
  details: ClientDetails | null
  wantsNewsletter: boolean
  /** Version of the terms that the client agreed to. */
  termsVersion: number
  priceCents: number
  submissionKey: string | null
  /** The hold on its time; null: the time isn't held. */
  holdId: string | null
  bookingId: string | null
  createdAt: number
  /** When it lapses, milliseconds since 1970. */
  expiresAt: number
}

/** A flood is over when no booking needed confirmation for this long, in milliseconds. */
export const FLOOD_GAP_MS = 86_400_000

/** Periods for the list of unverified bookings, in milliseconds. */
export const FLOOD_SPANS = { day: 86_400_000, week: 7 * 86_400_000, all: Number.POSITIVE_INFINITY } as const
export type FloodSpan = keyof typeof FLOOD_SPANS

export const isFloodSpan = (text: string | null): text is FloodSpan =>
  text !== null && Object.hasOwn(FLOOD_SPANS, text)

/** Maximum number of rows shown. “Decline all” includes the others. */
export const FLOOD_LINES = 200

/** An unverified booking that the studio hasn't marked as trusted. */
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
  /** Totals in the period: open bookings, and those waiting for confirmation. */
  bookings: number
  waiting: number
  /** All open bookings of unverified addresses, and the limit above which new ones need confirmation. */
  open: number
  limit: number
  /**
   * Only bookings made before this instant (milliseconds since 1970) are declined, not later ones that the
   * owner hasn't seen.
   */
  until: number
}
