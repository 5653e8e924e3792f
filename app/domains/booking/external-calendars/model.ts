import { z } from 'zod'

export const SYNC_EXTERNAL_CALENDAR = 'sync-external-calendar'
export const syncPayload = z.object({ calendar: z.string() })
export const EVERY_MS = 15 * 60_000
export const MOST_CALENDARS = 10

/** Another calendar of the photographer's, whose busy times are not offered. */
export interface ExternalCalendar {
  id: string
  title: string
  /** When it was read last, milliseconds since 1970; null: never yet. */
  fetchedAt: number | null
  /** Why the last attempt failed, a sentence; null: it did not. */
  failure: string | null
}

export const EXTERNAL_CALENDAR_FIELDS = ['title', 'address'] as const
export type ExternalCalendarField = (typeof EXTERNAL_CALENDAR_FIELDS)[number]

export const MOST_FEEDS = 10
/** Suggested refresh interval for calendar apps. */
export const REFRESH_MINUTES = 15

/** A private address at which a phone reads the bookings. */
export interface CalendarFeed {
  id: string
  title: string
  createdAt: number
  lastReadAt: number | null
}
