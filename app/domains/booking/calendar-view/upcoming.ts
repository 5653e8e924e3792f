import type { EntryFace } from './model'

/** A day of what comes, as Today shows it. */
export interface UpcomingDay {
  date: string
  /** "Fri 20" and "Friday, November 20". */
  short: string
  name: string
  isToday: boolean
  entries: (EntryFace & { isOver: boolean })[]
}
