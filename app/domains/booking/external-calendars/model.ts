import { z } from 'zod'

export const SYNC_EXTERNAL_CALENDAR = 'sync-external-calendar'
export const syncPayload = z.object({ calendar: z.string() })
export const EVERY_MS = 15 * 60_000
export const MOST_CALENDARS = 10

/** An external calendar of the photographer. Its events block times. */
export interface ExternalCalendar {
  id: string
  title: string
  /** When it was last read, milliseconds since 1970; null: never. */
  fetchedAt: number | null
  /** A sentence about why the last attempt failed; null: it succeeded. */
  failure: string | null
}

export const EXTERNAL_CALENDAR_FIELDS = ['title', 'url'] as const
export type ExternalCalendarField = (typeof EXTERNAL_CALENDAR_FIELDS)[number]

export const MOST_FEEDS = 10
/** Refresh interval suggested to calendar apps. */
export const REFRESH_MINUTES = 15

/** A secret URL at which a calendar app reads the bookings. */
export interface CalendarFeed {
  id: string
  title: string
  createdAt: number
  lastReadAt: number | null
}
