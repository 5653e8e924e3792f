import { dateOf, dayLabel, endOfDate, rangeLabel, startOfDate, timeLabel } from '~/platform/time'
import type { Span } from '../availability/model'

/** "9:30 – 10:15 AM EST"; "All day"; with the days where that is several of them. */
export function timesLabel(span: Span, zone: string): string {
  const { startsAt, endsAt } = span
  const [firstDate, lastDate] = [dateOf(startsAt, zone), dateOf(endsAt - 1, zone)]
  const isWhole = startOfDate(firstDate, zone) === startsAt && endOfDate(lastDate, zone) === endsAt
  if (isWhole) return firstDate === lastDate ? 'All day' : `${dayLabel(firstDate)} – ${dayLabel(lastDate)}`
  // A night is understood without its days.
  if (!isLong(span)) return rangeLabel(span, zone)
  const moment = (at: number) => `${dayLabel(dateOf(at, zone))}, ${timeLabel(at, zone)}`
  return `${moment(startsAt)} – ${moment(endsAt)}`
}

/** "Friday, November 27, 10 – 11 AM EST" */
export function spanLabel(span: Span, zone: string): string {
  const times = timesLabel(span, zone)
  if (isLong(span) && times !== 'All day') return times
  return `${dayLabel(dateOf(span.startsAt, zone))}, ${times === 'All day' ? 'all day' : times}`
}

/** Longer than a night, so that its days have to be told. */
const isLong = ({ startsAt, endsAt }: Span): boolean => endsAt - startsAt >= 20 * 3_600_000
