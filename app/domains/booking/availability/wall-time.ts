import { endOfDate, startOfDate } from '~/platform/time'
import { midnightOf, shownAt, steadyInstant } from '~/platform/zone-offsets'

/**
 * Wall times of the studio's zone and the instants that they are. Instants are milliseconds since 1970 (UTC), dates
 * are YYYY-MM-DD, times HH:MM; `24:00` to `47:59` belong to the night after.
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

/** A calendar date from its first instant to that of the next. */
export const dayOf = (date: string, zone: string): Span => ({
  startsAt: startOfDate(date, zone),
  endsAt: endOfDate(date, zone),
})

/**
 * Every instant at which the clock shows that time on that date: none when the clock skips it, two when it shows it
 * twice.
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
 * A window as instants. One that closes at or before it opens ends on the next day. A border that the clock skips is
 * where the clock jumps; of a border that it shows twice, a window gets both.
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

/** On nearly all days of a year a wall time is one instant, and arithmetic finds it. */
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
