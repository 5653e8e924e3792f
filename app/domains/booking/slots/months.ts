import { isCalendarDate } from '~/platform/text'
import { addDays, bareTime, dayLabel, monthLabel } from '~/platform/time'
import type { Start } from '../availability/model'
import { wallTimeOf } from '../availability/wall-time'
import { clockTime } from '../start-labels'
import type { CalendarDay, CalendarMonth, Slot } from './model'
import { slotOf } from './model'

/** @returns YYYY-MM of this century; undefined: anything else */
export const readMonth = (text: string): string | undefined =>
  /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

/** @returns YYYY-MM-DD; undefined: not an existing date */
export const readDate = (text: string): string | undefined => (isCalendarDate(text) ? text : undefined)

export const monthOf = (date: string): string => date.slice(0, 7)
export const firstOf = (month: string): string => `${month}-01`
export const lastOf = (month: string): string => addDays(firstOf(nextMonth(month)), -1)
export const nextMonth = (month: string): string => monthOf(addDays(firstOf(month), 31))
export const previousMonth = (month: string): string => monthOf(addDays(firstOf(month), -1))

/**
 * Without the weeks before the first bookable date.
 * @param days every day of the month; @param range the bookable dates
 */
export function calendarMonth(
  month: string,
  days: Pick<CalendarDay, 'date' | 'state' | 'free'>[],
  range: { firstDate: string; lastDate: string },
): CalendarMonth {
  const before = new Date(`${firstOf(month)}T00:00:00Z`).getUTCDay()
  const cells: (CalendarDay | null)[] = [
    ...Array.from({ length: before }, () => null),
    ...days.map(({ date, state, free }) => ({
      date,
      number: Number(date.slice(8)),
      label: dayLabel(date),
      state,
      free,
    })),
  ]
  while (cells.length % 7 > 0) cells.push(null)
  return {
    title: monthLabel(month),
    weeks: Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7)).filter(
      (week) => week.some((day) => day && day.date >= range.firstDate),
    ),
    previous: month > monthOf(range.firstDate) ? previousMonth(month) : null,
    next: month < monthOf(range.lastDate) ? nextMonth(month) : null,
  }
}

/** @param own the start that the visitor holds, if any */
export function slotsOf(starts: Start[], own: number | undefined, zone: string): Slot[] {
  return starts.map(({ startsAt, state, heldUntil }) => {
    const hour = Number(wallTimeOf(startsAt, zone).slice(11, 13))
    return {
      slot: slotOf(startsAt),
      bareTime: bareTime(startsAt, zone, 'full'),
      time: clockTime(startsAt, zone),
      part: hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening',
      state: state === 'free' && startsAt === own ? 'yours' : state,
      reopens: state === 'held' && heldUntil !== null ? clockTime(heldUntil, zone) : null,
    }
  })
}

/** Number of further months that are searched for a free start. Each costs two statements. */
const MONTHS_SKIPPED = 3

/**
 * The first month with a free start, from `first` on; `first` if the next few have none.
 * @param last the last bookable month, YYYY-MM
 */
export async function findMonthWithOpenings<Day extends { state: string }>(
  { first, last }: { first: string; last: string },
  daysOf: (month: string) => Promise<Day[]>,
): Promise<{ month: string; days: Day[] }> {
  const days = await daysOf(first)
  if (hasRoom(days)) return { month: first, days }
  for (let month = nextMonth(first), skipped = 0; month <= last && skipped < MONTHS_SKIPPED; skipped++) {
    const later = await daysOf(month)
    if (hasRoom(later)) return { month, days: later }
    month = nextMonth(month)
  }
  return { month: first, days }
}

const hasRoom = (days: { state: string }[]): boolean => days.some(({ state }) => state === 'open')
