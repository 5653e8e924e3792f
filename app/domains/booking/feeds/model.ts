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
