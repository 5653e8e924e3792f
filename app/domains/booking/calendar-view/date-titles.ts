import { dayLabel, fullDate, longDate } from '~/platform/time'

/** "Friday, November 20"; with its year when that is not this one. */
export const dateTitle = (date: string, today: string): string =>
  date.slice(0, 4) === today.slice(0, 4) ? dayLabel(date) : fullDate(date)

/** "November 2026" */
export const monthTitle = (date: string): string => longDate(date).replace(/ \d+,/, '')

/** "November 16 – 22", "Nov 30 – Dec 6" */
export function weekTitle(first: string, last: string, today: string): string {
  const [firstDay, lastDay] = [longDate(first).replace(/, \d+$/, ''), longDate(last).replace(/, \d+$/, '')]
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  const days = isOneMonth
    ? `${firstDay} – ${lastDay.split(' ')[1]}`
    : `${shortMonth(firstDay)} – ${shortMonth(lastDay)}`
  return last.slice(0, 4) === today.slice(0, 4) ? days : `${days}, ${last.slice(0, 4)}`
}

/** "From Dec 1", "From Jan 4, 2027" */
export function fromTitle(date: string, today: string): string {
  const day = shortMonth(longDate(date).replace(/, \d+$/, ''))
  return date.slice(0, 4) === today.slice(0, 4) ? `From ${day}` : `From ${day}, ${date.slice(0, 4)}`
}

const shortMonth = (day: string): string => day.replace(/[a-z]+ /, (rest) => `${rest.slice(0, 2)} `)
