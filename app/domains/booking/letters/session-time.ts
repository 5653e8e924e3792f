import { bareTime, dateOf, dayLabel, fullDate, timeLabel, zoneName } from '~/platform/time'

interface Session {
  sessionDate: number
  sessionEnd: number
  zone: string
}

/** "Saturday, December 5, 2026" */
export const sessionDay = ({ sessionDate, zone }: Session): string => fullDate(dateOf(sessionDate, zone))

/** "10:30 AM to 11:15 AM (Eastern Time)"; the end on another day says which. */
export function sessionTime({ sessionDate, sessionEnd, zone }: Session): string {
  const endDate = dateOf(sessionEnd, zone)
  const end = bareTime(sessionEnd, zone)
  const until = endDate === dateOf(sessionDate, zone) ? end : `${end} on ${dayLabel(endDate)}`
  return `${bareTime(sessionDate, zone)} to ${until} (${zoneName(zone, sessionDate)})`
}

/** "Saturday, December 5, 2026, 10:30 AM EST" */
export const momentWords = (at: number, zone: string): string =>
  `${fullDate(dateOf(at, zone))}, ${timeLabel(at, zone)}`
