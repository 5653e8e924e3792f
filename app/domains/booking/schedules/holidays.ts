export interface Holiday {
  /** YYYY-MM-DD */
  date: string
  title: string
}

/**
 * The federal holidays of the United States in a year (5 U.S.C. 6103(a)), on the actual days. The weekday on
 * which offices observe a weekend holiday isn't included.
 */
export function federalHolidays(year: number): Holiday[] {
  return [
    on(year, 1, 1, 'New Year’s Day'),
    nth(year, 1, 3, 1, 'Martin Luther King Jr. Day'),
    nth(year, 2, 3, 1, 'Presidents’ Day'),
    last(year, 5, 1, 'Memorial Day'),
    on(year, 6, 19, 'Juneteenth'),
    on(year, 7, 4, 'Independence Day'),
    nth(year, 9, 1, 1, 'Labor Day'),
    nth(year, 10, 2, 1, 'Columbus Day'),
    on(year, 11, 11, 'Veterans Day'),
    nth(year, 11, 4, 4, 'Thanksgiving'),
    on(year, 12, 25, 'Christmas Day'),
  ]
}

const on = (year: number, month: number, day: number, title: string): Holiday => ({
  date: new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10),
  title,
})

/** @param weekday 1 (Monday) to 6 (Saturday) */
function nth(year: number, month: number, which: number, weekday: number, title: string): Holiday {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return on(year, month, 1 + ((weekday - first + 7) % 7) + (which - 1) * 7, title)
}

function last(year: number, month: number, weekday: number, title: string): Holiday {
  const end = new Date(Date.UTC(year, month, 0))
  return on(year, month, end.getUTCDate() - ((end.getUTCDay() - weekday + 7) % 7), title)
}
