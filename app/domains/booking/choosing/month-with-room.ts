import { nextMonth } from './calendar'

/** How many months without a free start are skipped to find one. Each month that is read costs two statements. */
const MONTHS_SKIPPED = 3

/**
 * The first month with a free start, from `first` on; `first` itself when the next few have none either.
 * @param last the last month that can be booked, YYYY-MM
 */
export async function findMonthWithRoom<Day extends { state: string }>(
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
