/**
 * The date `count` business days after `date`, not counting weekends and federal holidays. California gives a
 * business 15 to act on a request not to sell (11 CCR 7026 (f)).
 * @param date YYYY-MM-DD
 */
export function addBusinessDays(date: string, count: number): string {
  let day = Temporal.PlainDate.from(date)
  for (let left = count; left > 0; ) {
    day = day.add({ days: 1 })
    if (isBusinessDay(day.toString())) left -= 1
  }
  return day.toString()
}

export function isBusinessDay(date: string): boolean {
  const day = Temporal.PlainDate.from(date)
  return day.dayOfWeek <= 5 && !isFederalHoliday(day)
}

/** Whether federal offices are closed on that day (5 U.S.C. 6103). */
function isFederalHoliday(day: Temporal.PlainDate): boolean {
  // Next year's New Year's Day may be observed on December 31.
  return [...holidaysOf(day.year), newYearsDay(day.year + 1)].some((holiday) => day.equals(observed(holiday)))
}

/** A Saturday holiday is observed on Friday, a Sunday holiday on Monday. */
function observed(holiday: Temporal.PlainDate): Temporal.PlainDate {
  if (holiday.dayOfWeek === 6) return holiday.subtract({ days: 1 })
  if (holiday.dayOfWeek === 7) return holiday.add({ days: 1 })
  return holiday
}

const MONDAY = 1
const THURSDAY = 4

function holidaysOf(year: number): Temporal.PlainDate[] {
  const on = (month: number, day: number) => Temporal.PlainDate.from({ year, month, day })
  return [
    newYearsDay(year),
    nthWeekday(year, 1, MONDAY, 3), // Birthday of Martin Luther King, Jr.
    nthWeekday(year, 2, MONDAY, 3), // Washington’s Birthday
    lastWeekday(year, 5, MONDAY), // Memorial Day
    on(6, 19), // Juneteenth
    on(7, 4), // Independence Day
    nthWeekday(year, 9, MONDAY, 1), // Labor Day
    nthWeekday(year, 10, MONDAY, 2), // Columbus Day
    on(11, 11), // Veterans Day
    nthWeekday(year, 11, THURSDAY, 4), // Thanksgiving Day
    on(12, 25), // Christmas Day
  ]
}

const newYearsDay = (year: number) => Temporal.PlainDate.from({ year, month: 1, day: 1 })

function nthWeekday(year: number, month: number, weekday: number, n: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (n - 1) })
}

function lastWeekday(year: number, month: number, weekday: number): Temporal.PlainDate {
  const last = Temporal.PlainDate.from({ year, month, day: 31 })
  return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 })
}
