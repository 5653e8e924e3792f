/** The calendar of the Studio as its pages get it: finished labels and positions, since browsers know no zones. */

export const CALENDAR_VIEWS = ['day', 'week', 'month', 'list'] as const
export type CalendarViewName = (typeof CALENDAR_VIEWS)[number]

export const isCalendarView = (text: unknown): text is CalendarViewName =>
  CALENDAR_VIEWS.some((each) => each === text)

/** What takes time: bookings by their state, visitors' holds, blocked time, other calendars, mini-session days. */
export type EntryKind = 'requested' | 'confirmed' | 'done' | 'no-show' | 'held' | 'block' | 'outside' | 'mini'

/** A block or an external event, without a client. */
export const isQuiet = ({ kind }: { kind: EntryKind }): boolean => kind === 'block' || kind === 'outside'

export interface EntryFace {
  /** Of the booking, the block, the hold or the mini-session day. */
  id: string
  kind: EntryKind
  title: string
  /** Who, or how many of a mini-session day are taken. */
  detail: string
  /** "11 AM", for calendars, which name the zone above; and "11 AM – 12 PM EST". */
  begins: string
  times: string
  /** YYYY-MM-DD on which it begins. */
  date: string
  /** Text for screen readers: "Friday, November 20, 11 AM – 12 PM EST, confirmed". */
  said: string
}

/** The part of an entry in one column. Minutes are those of the axis, see axis.ts. */
export interface GridEvent extends EntryFace {
  key: string
  top: number
  length: number
  /** Minutes of buffer above and below that are in this column. */
  before: number
  after: number
  /** Which of how many columns side by side. */
  lane: number
  lanes: number
  /** What moving it needs; null: it stays where it is. */
  move: { version: number; minutes: number } | null
}

/** Minutes of the axis that are consecutive instants of one day, with one offset from UTC. */
export interface Stretch {
  from: number
  until: number
  /** Milliseconds since 1970, at `from`. */
  startsAt: number
  /** What the clock shows at `from`, in minutes since midnight. */
  wall: number
  /** "EDT" */
  zone: string
  /** Other minutes of the day read the same, so that a time has to say its zone. */
  isTwice: boolean
}

export interface GridColumn {
  date: string
  /** "Fri", "20" and "Friday, November 20". */
  weekday: string
  day: string
  name: string
  isToday: boolean
  /** Nothing can be booked on this day. */
  isClosed: boolean
  /** Closed hours of a day that has open ones, and hours that the clock skips or other days have twice. */
  shades: { top: number; length: number; isNone: boolean }[]
  stretches: Stretch[]
  events: GridEvent[]
}

interface Common {
  /** What the address says, YYYY-MM-DD. */
  date: string
  today: string
  title: string
  /** The first and the last day that are shown, YYYY-MM-DD. */
  dates: { from: string; until: string }
  counts: { kind: 'confirmed' | 'requested' | 'held' | 'done' | 'no-show'; label: string; count: number }[]
  /** Bookings in their order, for previous and next. */
  order: string[]
}

export interface GridView extends Common {
  view: 'week' | 'day'
  /** Above its times: "EST". */
  zone: string
  previous: string
  next: string
  /** The part of the axis that is shown, in minutes. */
  from: number
  until: number
  hours: { top: number; label: string }[]
  columns: GridColumn[]
}

export interface MonthDay {
  date: string
  day: string
  name: string
  isToday: boolean
  isInMonth: boolean
  isClosed: boolean
  entries: EntryFace[]
}

export interface MonthView extends Common {
  view: 'month'
  zone: string
  previous: string
  next: string
  weekdays: string[]
  weeks: MonthDay[][]
}

export interface ListView extends Common {
  view: 'list'
  days: { date: string; name: string; isToday: boolean; entries: EntryFace[] }[]
  /** Cursors; null: there is no more. */
  earlier: string | null
  later: string | null
}

export type CalendarView = GridView | MonthView | ListView

/** A day of what comes, as Today shows it. */
export interface UpcomingDay {
  date: string
  /** "Fri 20" and "Friday, November 20". */
  short: string
  name: string
  isToday: boolean
  entries: (EntryFace & { isOver: boolean })[]
}

export const BLOCK_TITLE_MAX = 120
/** The longest block, in days. */
export const BLOCK_DAYS_MAX = 400

export const BLOCK_FIELDS = ['title', 'firstDate', 'from', 'lastDate', 'until', 'wholeDays'] as const
export type BlockField = (typeof BLOCK_FIELDS)[number]

/** As forms send it: dates YYYY-MM-DD, times HH:MM of the studio's clock, `wholeDays` is `yes` or nothing. */
export type BlockValues = Record<BlockField, string>

export interface Block {
  id: string
  version: number
  values: BlockValues
  /** "Thursday, November 19, 8:30 – 11:30 AM" */
  when: string
  /** Its name in lists. */
  title: string
}
