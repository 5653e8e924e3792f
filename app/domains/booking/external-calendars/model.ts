import { z } from 'zod'

export const READ_OUTSIDE = 'read-outside-calendar'
export const outsidePayload = z.object({ calendar: z.string() })
export const EVERY_MS = 15 * 60_000
export const MOST_CALENDARS = 10

/** Another calendar of the photographer's, whose busy times are not offered. */
export interface OutsideCalendar {
  id: string
  title: string
  /** When it was read last, milliseconds since 1970; null: never yet. */
  fetchedAt: number | null
  /** Why the last attempt failed, a sentence; null: it did not. */
  failure: string | null
}

export const OUTSIDE_FIELDS = ['title', 'address'] as const
export type OutsideField = (typeof OUTSIDE_FIELDS)[number]

export const MOST_FEEDS = 10
/** What programs that subscribe are asked to wait. */
export const REFRESH_MINUTES = 15

/** A private address at which a phone reads the bookings. */
export interface CalendarFeed {
  id: string
  title: string
  createdAt: number
  lastReadAt: number | null
}
