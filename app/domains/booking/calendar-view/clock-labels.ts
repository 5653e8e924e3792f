import { dateOf, dayLabel, endOfDate, startOfDate } from '~/platform/time'
import type { Span } from '../availability/model'
import { startLabel } from '../availability/start-labels'

/** "9:30 – 10:15 AM"; "All day"; with the days where that is several of them. */
export function timesLabel(span: Span, zone: string): string {
  const { startsAt, endsAt } = span
  const [starts, ends] = [startLabel(startsAt, zone), startLabel(endsAt, zone)]
  const [firstDate, lastDate] = [dateOf(startsAt, zone), dateOf(endsAt - 1, zone)]
  const isWhole = startOfDate(firstDate, zone) === startsAt && endOfDate(lastDate, zone) === endsAt
  if (isWhole) return firstDate === lastDate ? 'All day' : `${dayLabel(firstDate)} – ${dayLabel(lastDate)}`
  // A night is understood without its days.
  if (isLong(span)) return `${dayLabel(firstDate)}, ${starts} – ${dayLabel(dateOf(endsAt, zone))}, ${ends}`
  const half = / (AM|PM)$/.exec(starts)?.[0]
  const isOneHalf = half && ends.endsWith(half) && dateOf(endsAt, zone) === firstDate
  return `${isOneHalf ? starts.slice(0, -3) : starts} – ${ends}`
}

/** "Friday, November 27, 10 – 11 AM" */
export function spanLabel(span: Span, zone: string): string {
  const times = timesLabel(span, zone)
  if (isLong(span) && times !== 'All day') return times
  return `${dayLabel(dateOf(span.startsAt, zone))}, ${times === 'All day' ? 'all day' : times}`
}

/** Longer than a night, so that its days have to be told. */
const isLong = ({ startsAt, endsAt }: Span): boolean => endsAt - startsAt >= 20 * 3_600_000
