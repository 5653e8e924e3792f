import { type ClockStyle, wallClock } from './wall-clock'
import { dateOfShown, midnightOf, shownAt, steadyInstant, stretchAt } from './zone-offsets'

/**
 * Formats dates and times. Every time has its zone (D4), and nothing else formats one:
 * `test/structure.test.ts` checks that. Instants are milliseconds since 1970 (UTC), calendar dates are
 * `YYYY-MM-DD`, zones are IANA names such as America/New_York. Server only: not every browser has `Temporal`,
 * so pages get finished labels.
 */

const LOCALE = 'en-US'
const MINUTE = 60_000
const DAY = 86_400_000

/** The calendar date of an instant in a zone. */
export const dateOf = (at: number, zone: string): string => dateOfShown(shownAt(at, zone))

/** The first instant of a date in a zone, which isn't always midnight. */
export function startOfDate(date: string, zone: string): number {
  const midnight = midnightOf(date)
  const steady = midnight === undefined ? undefined : steadyInstant(midnight, zone)
  return steady ?? Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
}

/** The first instant after the calendar date. */
export const endOfDate = (date: string, zone: string): number => startOfDate(addDays(date, 1), zone)

/** The date `days` days later; earlier when negative. */
export function addDays(date: string, days: number): string {
  const midnight = midnightOf(date)
  return midnight === undefined
    ? Temporal.PlainDate.from(date).add({ days }).toString()
    : dateOfShown(midnight + days * DAY)
}

/** The wall time of an instant in a zone, HH:MM. */
export const wallTimeOf = (at: number, zone: string): string =>
  zoned(at, zone).toPlainTime().toString({ smallestUnit: 'minute' })

export const yearOf = (at: number, zone: string): number => zoned(at, zone).year

/** The first instant of a year in a zone. */
export const startOfYear = (year: number, zone: string): number =>
  startOfDate(Temporal.PlainDate.from({ year, month: 1, day: 1 }).toString(), zone)

/** 1 (Monday) to 7 (Sunday). */
export function weekdayOf(date: string): number {
  const midnight = midnightOf(date)
  return midnight === undefined
    ? Temporal.PlainDate.from(date).dayOfWeek
    : new Date(midnight).getUTCDay() || 7
}

/**
 * The instant of a wall time. A skipped time moves ahead by the gap, a repeated one means its first
 * occurrence (RFC 5545 3.3.5). `24:00` is the end of the day.
 * @param time HH:MM
 */
export function instantOf(date: string, time: string, zone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const day = Temporal.PlainDate.from(date).add({ days: Math.floor(hour / 24) })
  const wall = day.toPlainDateTime({ hour: hour % 24, minute })
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** "November 28, 2026" */
export const longDate = (date: string): string =>
  dateLabel(date, { month: 'long', day: 'numeric', year: 'numeric' })

/** "Saturday, November 28" */
export const dayLabel = (date: string): string =>
  dateLabel(date, { weekday: 'long', month: 'long', day: 'numeric' })

/** "Saturday, November 28, 2026" */
export const fullDate = (date: string): string =>
  dateLabel(date, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/** "Saturday" */
export const weekdayName = (date: string): string => dateLabel(date, { weekday: 'long' })

/** "Sat, Dec 5" */
export const shortDay = (date: string): string =>
  dateLabel(date, { weekday: 'short', month: 'short', day: 'numeric' })

/** "December 2026" @param month YYYY-MM */
export const monthLabel = (month: string): string =>
  dateLabel(`${month}-01`, { month: 'long', year: 'numeric' })

/** "9 AM EST", "9:30 AM EST"; in full "9:00 AM EST" */
export const timeLabel = (at: number, zone: string, style?: ClockStyle): string =>
  `${clockAt(at, zone, style)} ${shortZoneName(zone, at)}`

/** "9:30 AM Eastern Time": for sentences. */
export const timeInWords = (at: number, zone: string): string => `${clockAt(at, zone)} ${zoneName(zone, at)}`

/** "Nov 20, 2026, 9:30 AM EST" */
export const momentLabel = (at: number, zone: string): string =>
  `${shortDate(dateOf(at, zone))}, ${timeLabel(at, zone)}`

/** "10:30 – 11:15 AM EST", "11 AM – 12 PM EST"; around a change of the clock "12:30 AM EDT – 2:30 AM EST" */
export function rangeLabel({ startsAt, endsAt }: Span, zone: string, style?: ClockStyle): string {
  const [first, last] = [shortZoneName(zone, startsAt), shortZoneName(zone, endsAt)]
  if (first !== last) return `${timeLabel(startsAt, zone, style)} – ${timeLabel(endsAt, zone, style)}`
  return `${bareRange({ startsAt, endsAt }, zone, style)} ${last}`
}

/** "10:30 – 11:15 AM Eastern Time"; with short names where that would be ambiguous */
export function rangeInWords(span: Span, zone: string, style?: ClockStyle): string {
  const { startsAt, endsAt } = span
  const isPlain =
    shortZoneName(zone, startsAt) === shortZoneName(zone, endsAt) &&
    !isShownTwice(startsAt, zone) &&
    !isShownTwice(endsAt, zone)
  return isPlain
    ? `${bareRange(span, zone, style)} ${zoneName(zone, startsAt)}`
    : rangeLabel(span, zone, style)
}

/**
 * "9:30 AM": only where a heading or the same sentence has the zone. In a repeated hour it still has one:
 * "1:30 AM EDT".
 */
export const bareTime = (at: number, zone: string, style?: ClockStyle): string =>
  isShownTwice(at, zone) ? timeLabel(at, zone, style) : clockAt(at, zone, style)

/** "Nov 20, 2026, 9:30 AM" from a camera's clock, which has no zone. @param wall YYYY-MM-DDTHH:MM:SS */
export function cameraLabel(wall: string): string {
  const at = Date.parse(`${wall.slice(0, 16)}Z`)
  return `${shortDate(dateOf(at, 'UTC'))}, ${clockAt(at, 'UTC')}`
}

/** "EDT", "EST"; "GMT+11" where English has no name for it. */
export const shortZoneName = (zone: string, at: number): string => nameOf(zone, at, 'short')

/** For a heading above several days: "EST", or "Eastern Time" if the clocks change between them. */
export function zoneOfDates(firstDate: string, lastDate: string, zone: string): string {
  const [from, until] = [startOfDate(firstDate, zone), endOfDate(lastDate, zone) - 1]
  const short = shortZoneName(zone, from)
  return short === shortZoneName(zone, until) ? short : zoneName(zone, from)
}

/** "Eastern Time": valid in summer and winter. */
export const zoneName = (zone: string, at: number): string => nameOf(zone, at, 'longGeneric')

/** Cached, since a page of times asks for the same names hundreds of times. */
const names = new Map<string, string>()
const KEPT_NAMES = 4_000
const QUARTER_HOUR = 15 * MINUTE

function nameOf(zone: string, at: number, style: 'short' | 'longGeneric'): string {
  // More than half a year from a change of the clock, the generic name is that of standard time.
  const period = style === 'short' ? stretchAt(at, zone).from : Math.floor(at / QUARTER_HOUR)
  const key = `${style} ${zone} ${period}`
  const known = names.get(key)
  if (known !== undefined) return known
  const parts = formatOf({ timeZone: zone, timeZoneName: style }).formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
  if (names.size >= KEPT_NAMES) names.clear()
  names.set(key, name)
  return name
}

/** Cache of existing zones: checking one costs as much as a query. */
const knownZones = new Set<string>()

export const isTimeZone = (zone: string): boolean => {
  if (knownZones.has(zone)) return true
  try {
    new Intl.DateTimeFormat(LOCALE, { timeZone: zone })
    knownZones.add(zone)
    return true
  } catch {
    return false
  }
}

interface Span {
  startsAt: number
  endsAt: number
}

function bareRange({ startsAt, endsAt }: Span, zone: string, style?: ClockStyle): string {
  const [starts, ends] = [clockAt(startsAt, zone, style), clockAt(endsAt, zone, style)]
  const half = starts.slice(-3)
  const isOneHalf = ends.endsWith(half) && endsAt - startsAt < DAY / 2
  return `${isOneHalf ? starts.slice(0, -3) : starts} – ${ends}`
}

const clockAt = (at: number, zone: string, style?: ClockStyle): string =>
  wallClock(Math.floor((((shownAt(at, zone) % DAY) + DAY) % DAY) / MINUTE), style)

/** Whether the time occurs twice that day because clocks go back. */
function isShownTwice(at: number, zone: string): boolean {
  if (steadyInstant(shownAt(at, zone), zone) !== undefined) return false
  const wall = zoned(at, zone).toPlainDateTime()
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    wall.toZonedDateTime(zone, { disambiguation }),
  )
  return earlier?.epochMilliseconds !== later?.epochMilliseconds
}

/** "Jan 9, 2027" */
export const shortDate = (date: string): string =>
  dateLabel(date, { month: 'short', day: 'numeric', year: 'numeric' })

export const zoned = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

const dateLabel = (date: string, options: Intl.DateTimeFormatOptions): string =>
  formatOf({ ...options, timeZone: 'UTC' }).format(startOfDate(date, 'UTC'))

/** Cached, since creating a formatter is slow: one for each kind of label and zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE, options)
  formats.set(key, known)
  return known
}
