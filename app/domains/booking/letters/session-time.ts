import { dateOf, dayLabel, fullDate, timeLabel, zoneName } from '~/platform/time'
import { instantsOf, wallTimeOf } from '../availability/wall-time'

interface Session {
  sessionDate: number
  sessionEnd: number
  zone: string
}

/** "10:30 AM"; where the clock shows a time twice, each of the two says which it is: "1:30 AM EST". */
export function clockLabel(at: number, zone: string): string {
  const [date = '', time = ''] = wallTimeOf(at, zone).split('T')
  const label = timeLabel(at, zone)
  return instantsOf(date, time, zone).length > 1 ? `${label} ${shortZone(at, zone)}` : label
}

/** "Saturday, December 5, 2026" */
export const sessionDay = ({ sessionDate, zone }: Session): string => fullDate(dateOf(sessionDate, zone))

/** "10:30 AM to 11:15 AM (Eastern Time)"; the end on another day says which. */
export function sessionTime({ sessionDate, sessionEnd, zone }: Session): string {
  const endDate = dateOf(sessionEnd, zone)
  const end = clockLabel(sessionEnd, zone)
  const until = endDate === dateOf(sessionDate, zone) ? end : `${end} on ${dayLabel(endDate)}`
  return `${clockLabel(sessionDate, zone)} to ${until} (${zoneName(zone, sessionDate)})`
}

/** "Saturday, December 5, 2026, 10:30 AM" */
export const momentWords = (at: number, zone: string): string =>
  `${fullDate(dateOf(at, zone))}, ${clockLabel(at, zone)}`

/** "EST"; "GMT+11" where English has no name for it. */
const shortZone = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone
