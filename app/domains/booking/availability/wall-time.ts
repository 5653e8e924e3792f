import { endOfDate, startOfDate } from '~/platform/time'
import { midnightOf, shownAt, steadyInstant } from '~/platform/zone-offsets'

/**
 * Converts between wall times of the studio's zone and instants. Instants are milliseconds since 1970 (UTC),
 * dates are YYYY-MM-DD, times HH:MM; `24:00` to `47:59` belong to the following night.
 */

const MINUTE = 60_000

export interface Window {
  opens: string
  closes: string
}

export interface Span {
  startsAt: number
  endsAt: number
}

/** The span of a calendar date, from its midnight to the next. */
export const dayOf = (date: string, zone: string): Span => ({
  startsAt: startOfDate(date, zone),
  endsAt: endOfDate(date, zone),
})

/**
 * The instants at which the clock shows this time on this date: none if a clock change skips it, two if it
 * repeats it.
 */
export function instantsOf(date: string, time: string, zone: string): number[] {
  const steady = steadyAt(date, time, zone)
  if (steady !== undefined) return [steady]
  const wall = wallOf(date, time)
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    wall.toZonedDateTime(zone, { disambiguation }),
  )
  const shown = [earlier, later].filter((at) => at?.toPlainDateTime().equals(wall))
  return [...new Set(shown.flatMap((at) => at?.epochMilliseconds ?? []))]
}

/**
 * A window as instants. If it closes at or before its opening time, it ends on the next day. An opening or
 * closing time that the clock skips becomes the instant of the clock change. If it occurs twice, the window
 * is the longer one.
 */
export function spanOf(date: string, { opens, closes }: Window, zone: string): Span {
  const closing = minutesOf(closes) > minutesOf(opens) ? closes : timeOf(minutesOf(closes) + 1_440)
  return { startsAt: borderOf(date, opens, zone, 'earlier'), endsAt: borderOf(date, closing, zone, 'later') }
}

function borderOf(date: string, time: string, zone: string, which: 'earlier' | 'later'): number {
  const steady = steadyAt(date, time, zone)
  if (steady !== undefined) return steady
  const wall = wallOf(date, time)
  const at = wall.toZonedDateTime(zone, { disambiguation: which })
  if (at.toPlainDateTime().equals(wall)) return at.epochMilliseconds
  const before = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return (before.getTimeZoneTransition('next') ?? at).epochMilliseconds
}

/** Fast path: on nearly all days, a wall time is exactly one instant. */
function steadyAt(date: string, time: string, zone: string): number | undefined {
  const midnight = midnightOf(date)
  return midnight === undefined ? undefined : steadyInstant(midnight + minutesOf(time) * MINUTE, zone)
}

function wallOf(date: string, time: string): Temporal.PlainDateTime {
  const minutes = minutesOf(time)
  const day = Temporal.PlainDate.from(date).add({ days: Math.floor(minutes / 1_440) })
  return day.toPlainDateTime({ hour: Math.floor((minutes % 1_440) / 60), minute: minutes % 60 })
}

export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** What the studio's clock shows at an instant: YYYY-MM-DDTHH:MM. */
export const wallTimeOf = (at: number, zone: string): string =>
  new Date(shownAt(at, zone)).toISOString().slice(0, 16)
