import {
  dateOf,
  dayLabel,
  endOfDate,
  fullDate,
  longDate,
  rangeLabel,
  startOfDate,
  timeLabel,
} from '~/platform/time'
import type { Span } from '../availability/model'

/** "9:30 – 10:15 AM EST" or "All day", with dates if it spans several days. */
export function timesLabel(span: Span, zone: string): string {
  const { startsAt, endsAt } = span
  const [firstDate, lastDate] = [dateOf(startsAt, zone), dateOf(endsAt - 1, zone)]
  const isWhole = startOfDate(firstDate, zone) === startsAt && endOfDate(lastDate, zone) === endsAt
  if (isWhole) return firstDate === lastDate ? 'All day' : `${dayLabel(firstDate)} – ${dayLabel(lastDate)}`
  // A span within one night needs no dates.
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

/** Too long for one night (20 hours or more), so the label includes dates. */
const isLong = ({ startsAt, endsAt }: Span): boolean => endsAt - startsAt >= 20 * 3_600_000

/** "Friday, November 20", with the year unless it's the current one. */
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

export interface InTheWay extends Span {
  kind: 'booking' | 'hold' | 'block'
  /** Title of a block. */
  title: string
  /** Details of a booking: "Family", "Ann Lee". */
  booking: { title: string; name: string; sessionDate: number; sessionEnd: number } | null
  expiresAt: number | null
}

/** A sentence about what occupies a time. */
export function sentenceOf({ kind, title, booking, expiresAt, ...span }: InTheWay, zone: string): string {
  const when = (each: Span) => spanLabel(each, zone)
  if (kind === 'hold')
    return `A client is booking ${when(span)} right now. Their hold ends at ${timeLabel(expiresAt ?? span.endsAt, zone)}; try again then.`
  if (kind === 'block') return `Already blocked: ${title === '' ? 'Blocked' : title}, ${when(span)}.`
  if (!booking) return `Already booked: ${when(span)}.`
  const session = { startsAt: booking.sessionDate, endsAt: booking.sessionEnd }
  const around = span.startsAt < session.startsAt || span.endsAt > session.endsAt
  return `${booking.title} with ${booking.name} is then: ${when(session)}${around ? `, with its buffers ${timesLabel(span, zone)}` : ''}.`
}
