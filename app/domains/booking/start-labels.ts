import { dateOf, dayLabel, fullDate, inZone, shortZoneName } from '~/platform/time'
import { toldApart } from './availability/start-labels'
import { type Span, wallTimeOf } from './availability/wall-time'

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
  /** "10:30 AM EST" */
  zonedTime: string
  /** "10:30 – 11:15 AM EST" */
  zonedRange: string
}

/** For the server alone: browsers get the finished words. */
export function startLabels({ startsAt, endsAt }: Span, zone: string): StartLabels {
  const date = dateOf(startsAt, zone)
  const [time, end] = [clockTime(startsAt, zone), clockTime(endsAt, zone)]
  const half = time.slice(-3)
  const isOneHalf = /^ [AP]M$/.test(half) && end.endsWith(half)
  const range = `${isOneHalf ? time.slice(0, -3) : time} – ${end}`
  const [zonedTime, zonedEnd] = [inZone(time, startsAt, zone), inZone(end, endsAt, zone)]
  const isOneZone = shortZoneName(zone, startsAt) === shortZoneName(zone, endsAt)
  return {
    date,
    shortDay: shortDay(date),
    day: dayLabel(date),
    fullDay: fullDate(date),
    time,
    range,
    zonedTime,
    zonedRange: isOneZone ? inZone(range, endsAt, zone) : `${zonedTime} – ${zonedEnd}`,
  }
}

/** "9:00 AM"; of an hour that the clock shows twice, both are told apart: "1:30 AM EDT", "1:30 AM EST". */
export function clockTime(at: number, zone: string): string {
  const time = wallTimeOf(at, zone).slice(11)
  const hour = Number(time.slice(0, 2))
  return toldApart(`${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`, at, zone)
}

/** "Thursday, December 3, 10:30 AM EST" */
export const dayAndTime = (at: number, zone: string): string =>
  `${dayLabel(dateOf(at, zone))}, ${inZone(clockTime(at, zone), at, zone)}`

function shortDay(date: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-US', format).format(Date.parse(`${date}T00:00Z`))
}
