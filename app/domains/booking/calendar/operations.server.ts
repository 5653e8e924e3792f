import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { isBusinessDate } from '~/platform/text'
import {
  addDays,
  dateOf,
  dayLabel,
  endOfDate,
  startOfDate,
  weekdayName,
  weekdayOf,
  zoneOfDates,
} from '~/platform/time'
import { firstOf, monthOf, nextMonth, previousMonth } from '../slots/months'
import { type Entry, entriesOf, withMiniDaysAsOne } from './entries'
import { axisOf, gridOf, openSpans } from './grid'
import { dateTitle, fromTitle, monthTitle, weekTitle } from './labels'
import type {
  CalendarView,
  CalendarViewName,
  EntryFace,
  GridView,
  ListView,
  MonthView,
  UpcomingDay,
} from './model'
import {
  type Cursor,
  countRequests,
  selectExternalBusy,
  selectMiniSessions,
  selectOpenRules,
  selectSessionDate,
  selectSessions,
  selectSessionsFrom,
  selectTaken,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

/** Each installation has one photographer, so one resource. */
const RESOURCE = { resourceId: 'default', resourceNumber: 1 }
const LIST_SIZE = 30

interface CalendarQuery {
  view: CalendarViewName
  /** YYYY-MM-DD; any other value means today. */
  date: string | null
  /** Cursors of the list view. */
  after?: string | null
  before?: string | null
  /** The open booking. Without a date, its day is shown. */
  booking?: string | undefined
}

/** A period of the studio's calendar with labels and positions, in the studio's zone. */
export async function readCalendarView(deps: Deps, query: CalendarQuery): Promise<CalendarView> {
  const { db, clock } = deps
  const zone = await readZone({ db })
  const today = dateOf(clock.now(), zone)
  const opened = query.date === null && query.booking ? await selectSessionDate(db, query.booking) : undefined
  const fallback = opened === undefined ? today : dateOf(opened, zone)
  const date = query.date !== null && isBusinessDate(query.date) ? query.date : fallback
  const at = { ...deps, zone, today, date }
  switch (query.view) {
    case 'day':
      return await readGrid(at, 'day', [date])
    case 'week': {
      const monday = addDays(date, 1 - weekdayOf(date))
      return await readGrid(
        at,
        'week',
        Array.from({ length: 7 }, (_, day) => addDays(monday, day)),
      )
    }
    case 'month':
      return await readMonth(at)
    case 'list':
      return await readList(at, query)
  }
}

/** Number of booking requests waiting for the studio. */
export const countPendingRequests = ({ db }: Pick<Deps, 'db'>): Promise<number> => countRequests(db)

/**
 * Everything on the calendar in a range of dates (inclusive), by day, for Today. Mini session days are one
 * entry each.
 */
export async function readUpcoming(
  deps: Deps,
  { from, until }: { from: string; until: string },
): Promise<UpcomingDay[]> {
  const zone = await readZone(deps)
  const now = deps.clock.now()
  const today = dateOf(now, zone)
  const found = await readSpan({ ...deps, zone, today, date: from }, from, until)
  const entries = withMiniDaysAsOne(found.entries, found.sessions)
  const ends = new Map(entries.map(({ face, endsAt }) => [face.id, endsAt]))
  return datesFrom(from, until).map((date) => ({
    date,
    short: `${weekdayName(date).slice(0, 3)} ${Number(date.slice(8))}`,
    name: dayLabel(date),
    isToday: date === today,
    entries: facesOn(entries, date, zone).map((face) => ({
      ...face,
      isOver: (ends.get(face.id) ?? now) <= now,
    })),
  }))
}

type At = Deps & { zone: string; today: string; date: string }

async function readGrid(at: At, view: 'day' | 'week', dates: string[]): Promise<GridView> {
  const [firstDate = at.date, lastDate = at.date] = [dates[0], dates.at(-1)]
  const found = await readSpan(at, firstDate, lastDate)
  const days = dates.map((date) => ({ date, open: openSpans(found.rules, date, at.zone) }))
  const entries = view === 'day' ? found.entries : withMiniDaysAsOne(found.entries, found.sessions)
  return {
    view,
    zone: zoneOfDates(firstDate, lastDate, at.zone),
    date: at.date,
    today: at.today,
    dates: { from: firstDate, until: lastDate },
    title: view === 'day' ? dateTitle(at.date, at.today) : weekTitle(firstDate, lastDate, at.today),
    previous: addDays(at.date, -dates.length),
    next: addDays(at.date, dates.length),
    counts: countsOf(found.entries),
    order: found.sessions.map(({ id }) => id),
    ...gridOf({ days, axis: axisOf(dates, at.zone), entries }, at.today),
  }
}

async function readMonth(at: At): Promise<MonthView> {
  const month = monthOf(at.date)
  const [first, next] = [firstOf(month), firstOf(nextMonth(month))]
  const firstDate = addDays(first, 1 - weekdayOf(first))
  const last = addDays(next, -1)
  const lastDate = addDays(last, 7 - weekdayOf(last))
  const found = await readSpan(at, firstDate, lastDate)
  const entries = withMiniDaysAsOne(found.entries, found.sessions)
  const dates = datesFrom(firstDate, lastDate)
  const days = dates.map((date) => ({
    date,
    day: String(Number(date.slice(8))),
    name: dayLabel(date),
    isToday: date === at.today,
    isInMonth: monthOf(date) === month,
    isClosed: openSpans(found.rules, date, at.zone).length === 0,
    entries: facesOn(entries, date, at.zone),
  }))
  return {
    view: 'month',
    zone: zoneOfDates(firstDate, lastDate, at.zone),
    date: at.date,
    today: at.today,
    dates: { from: first, until: last },
    title: monthTitle(first),
    previous: firstOf(previousMonth(month)),
    next,
    counts: countsOf(found.entries.filter(({ face }) => face.date >= first && face.date < next)),
    order: found.sessions.map(({ id }) => id),
    weekdays: dates.slice(0, 7).map((date) => weekdayName(date).slice(0, 3)),
    weeks: Array.from({ length: dates.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)),
  }
}

/** Entries that overlap a day. One that lasts several days appears on each. */
function facesOn(entries: Entry[], date: string, zone: string): EntryFace[] {
  const [starts, ends] = [startOfDate(date, zone), endOfDate(date, zone)]
  return entries
    .filter(({ startsAt, endsAt }) => startsAt < ends && endsAt > starts)
    .filter(({ face, startsAt, endsAt }) => face.date === date || endsAt - startsAt >= 20 * 3_600_000)
    .map(({ face, startsAt, endsAt }) =>
      startsAt <= starts && endsAt >= ends ? { ...face, begins: 'All day', times: 'All day' } : face,
    )
}

/** Bookings from a date on, or before or after a position in the list. */
async function readList(at: At, { after = null, before = null }: CalendarQuery): Promise<ListView> {
  const { db, clock, zone } = at
  const start = startOfDate(at.date, zone)
  const [back, forth] = [readCursor(before), readCursor(after)]
  const direction = back ? 'before' : 'after'
  const cursor = back ?? forth ?? { at: start, id: '' }
  const found = await selectSessionsFrom(db, RESOURCE.resourceId, cursor, direction, LIST_SIZE + 1)
  const shown = found.slice(0, LIST_SIZE)
  const sessions = back ? shown.toReversed() : shown
  const [first, last] = [sessions[0], sessions.at(-1)]
  const hasMore = found.length > LIST_SIZE
  const span = {
    from: back ? (first?.startsAt ?? cursor.at) : cursor.at,
    until: !back && !hasMore ? cursor.at + 62 * 86_400_000 : (last?.startsAt ?? cursor.at),
  }
  const taken = await selectTaken(db, { ...RESOURCE, ...span, now: clock.now() })
  const blocks = taken.filter(({ kind }) => kind !== 'booking')
  const entries = entriesOf({ sessions, taken: blocks, external: [], miniDays: [] }, zone)
  const days = [...Map.groupBy(entries, ({ face }) => (face.date < at.date && !back ? at.date : face.date))]
  return {
    view: 'list',
    date: at.date,
    today: at.today,
    dates: { from: at.date, until: '9999-12-31' },
    title: back ? 'Earlier' : at.date === at.today ? 'The next few days' : fromTitle(at.date, at.today),
    counts: [],
    order: sessions.map(({ id }) => id),
    days: (back ? days.toReversed() : days).map(([date, each]) => ({
      date,
      name: dateTitle(date, at.today),
      isToday: date === at.today,
      entries: each.map(({ face }) => face),
    })),
    earlier: back ? (hasMore && first ? cursorOf(first) : null) : first ? cursorOf(first) : `${start}_`,
    later: back ? null : hasMore && last ? cursorOf(last) : null,
  }
}

async function readSpan({ db, clock, zone }: At, firstDate: string, lastDate: string) {
  const dates = { firstDate, lastDate }
  const span = { from: startOfDate(firstDate, zone), until: endOfDate(lastDate, zone) }
  const [sessions, taken, external, miniDays, rules] = await Promise.all([
    selectSessions(db, RESOURCE.resourceId, span),
    selectTaken(db, { ...RESOURCE, ...span, now: clock.now() }),
    selectExternalBusy(db, RESOURCE.resourceId, span),
    selectMiniSessions(db, RESOURCE.resourceId, dates),
    selectOpenRules(db, RESOURCE.resourceId, { firstDate: addDays(firstDate, -1), lastDate }),
  ])
  return { sessions, rules, entries: entriesOf({ sessions, taken, external, miniDays }, zone) }
}

function countsOf(entries: Entry[]): CalendarView['counts'] {
  const count = (kind: string) => entries.filter(({ face }) => face.kind === kind).length
  const all = [
    { kind: 'confirmed' as const, label: 'Confirmed', count: count('confirmed') },
    { kind: 'requested' as const, label: 'Pending', count: count('requested') },
    { kind: 'held' as const, label: 'On hold', count: count('held') },
    { kind: 'done' as const, label: 'Completed', count: count('done') },
    { kind: 'no-show' as const, label: 'No-show', count: count('no-show') },
  ]
  return all.filter((each) => each.count > 0)
}

const datesFrom = (firstDate: string, lastDate: string): string[] => {
  const { days } = Temporal.PlainDate.from(firstDate).until(lastDate, { largestUnit: 'days' })
  return Array.from({ length: days + 1 }, (_, day) => addDays(firstDate, day))
}

const cursorOf = ({ startsAt, id }: { startsAt: number; id: string }): string => `${startsAt}_${id}`

function readCursor(text: string | null): Cursor | undefined {
  const read = /^(-?\d{1,15})_([\w-]{0,40})$/.exec(text ?? '')
  return read ? { at: Number(read[1]), id: read[2] ?? '' } : undefined
}
