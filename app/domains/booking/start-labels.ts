import { dateOf, dayLabel, fullDate } from '~/platform/time'
import { instantsOf, type Span, wallTimeOf } from './availability/wall-time'

/** When a session is, in the studio's zone, in the lengths that pages need. */
export interface StartLabels {
  /** YYYY-MM-DD */
  date: string
  /** "Sat, Dec 5" */
  shortDay: string
  /** "Saturday, December 5" */
  day: string
  /** "Saturday, December 5, 2026" */
  fullDay: string
  /** "10:30 AM" */
  time: string
  /** "10:30 – 11:15 AM" */
  range: string
}

/** For the server alone: browsers get the finished words. */
export function startLabels({ startsAt, endsAt }: Span, zone: string): StartLabels {
  const date = dateOf(startsAt, zone)
  const [time, end] = [clockTime(startsAt, zone), clockTime(endsAt, zone)]
  const half = time.slice(-3)
  const isOneHalf = /^ [AP]M$/.test(half) && end.endsWith(half)
  return {
    date,
    shortDay: shortDay(date),
    day: dayLabel(date),
    fullDay: fullDate(date),
    time,
    range: `${isOneHalf ? time.slice(0, -3) : time} – ${end}`,
  }
}

/** "9:00 AM"; of an hour that the clock shows twice, both are told apart: "1:30 AM EDT", "1:30 AM EST". */
export function clockTime(at: number, zone: string): string {
  const wall = wallTimeOf(at, zone)
  const [date = '', time = ''] = wall.split('T')
  const [hour = 0, minute = ''] = [Number(time.slice(0, 2)), time.slice(3)]
  const label = `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
  return instantsOf(date, time, zone).length > 1 ? `${label} ${abbreviationOf(zone, at)}` : label
}

/** "Thursday, December 3, 10:30 AM" */
export const dayAndTime = (at: number, zone: string): string =>
  `${dayLabel(dateOf(at, zone))}, ${clockTime(at, zone)}`

function shortDay(date: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-US', format).format(Date.parse(`${date}T00:00Z`))
}

const abbreviationOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone
