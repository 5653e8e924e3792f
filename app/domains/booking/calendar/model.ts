/** The Studio's calendar, with finished labels and positions: browsers don't know the studio's zone. */

export const CALENDAR_VIEWS = ['day', 'week', 'month', 'list'] as const
export type CalendarViewName = (typeof CALENDAR_VIEWS)[number]

export const isCalendarView = (text: unknown): text is CalendarViewName =>
  CALENDAR_VIEWS.some((each) => each === text)

/** Bookings by status, visitors' holds, blocked time, external events, mini session days. */
export type EntryKind =
  | 'requested'
  | 'confirmed'
  | 'done'
  | 'no-show'
  | 'held'
  | 'block'
  | 'external'
  | 'mini'

/** Whether the entry is a block or an external event. */
export const isQuiet = ({ kind }: { kind: EntryKind }): boolean => kind === 'block' || kind === 'external'

export interface EntryFace {
  /** Id of the booking, block, hold or mini session day. */
  id: string
  kind: EntryKind
  title: string
  /** The client's name, or how many sessions of a mini session day are booked. */
  detail: string
  /** "11 AM", for calendars, which show the zone in their heading. */
  begins: string
  times: string
  /** Its first date, YYYY-MM-DD. */
  date: string
  /** Text for screen readers: "Friday, November 20, 11 AM – 12 PM EST, confirmed". */
  said: string
}

/** The part of an entry in one column, in minutes of the axis (see grid.ts). */
export interface GridEvent extends EntryFace {
  key: string
  top: number
  length: number
  /** Minutes of buffer before and after that are in this column. */
  before: number
  after: number
  /** Index of its lane, and the number of lanes side by side. */
  lane: number
  lanes: number
  /** What rescheduling needs; null: it can't be dragged. */
  move: { version: number; minutes: number } | null
}

/** Consecutive minutes of the axis within one day and one UTC offset. */
export interface Stretch {
  from: number
  until: number
  /** The instant at `from`, milliseconds since 1970. */
  startsAt: number
  /** The wall time at `from`, in minutes since midnight. */
  wall: number
  /** Such as "EDT". */
  zone: string
  /** The hour occurs twice that day, so its labels include the zone. */
  isTwice: boolean
}

export interface GridColumn {
  date: string
  /** "Fri", "20", and "Friday, November 20". */
  weekday: string
  day: string
  name: string
  isToday: boolean
  /** Nothing can be booked on this day. */
  isClosed: boolean
  /** Closed hours, and (`isNone`) hours that this day doesn't have because of a clock change. */
  shades: { top: number; length: number; isNone: boolean }[]
  stretches: Stretch[]
  events: GridEvent[]
}

interface Common {
  /** The requested date, YYYY-MM-DD. */
  date: string
  today: string
  title: string
  /** The first and last date shown, YYYY-MM-DD. */
  dates: { from: string; until: string }
  counts: { kind: 'confirmed' | 'requested' | 'held' | 'done' | 'no-show'; label: string; count: number }[]
  /** Ids of the bookings in order, for previous and next. */
  order: string[]
}

export interface GridView extends Common {
  view: 'week' | 'day'
  /** The zone in the heading of the times: "EST". */
  zone: string
  previous: string
  next: string
  /** The shown part of the axis, in minutes. */
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
  /** Cursors for earlier and later pages; null: none. */
  earlier: string | null
  later: string | null
}

export type CalendarView = GridView | MonthView | ListView

/** A day in the list of upcoming sessions on Today. */
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

/** As submitted: dates YYYY-MM-DD, times HH:MM in the studio's zone, `wholeDays` `yes` or missing. */
export type BlockValues = Record<BlockField, string>

export interface Block {
  id: string
  version: number
  values: BlockValues
  /** "Thursday, November 19, 8:30 – 11:30 AM" */
  when: string
  /** Its title in lists. */
  title: string
}
