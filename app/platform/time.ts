import { dateOfShown, midnightOf, shownAt, steadyInstant } from './zone-offsets'

/**
 * Dates and times as people read them, always in a named zone. Instants are milliseconds since 1970 (UTC),
 * calendar dates are `YYYY-MM-DD`, zones are IANA names such as America/New_York. For the server alone: not every browser has `Temporal`,
 * so pages get finished labels.
 */

const LOCALE = 'en-US'
const DAY = 86_400_000

/** The calendar date that an instant has in a zone. */
export const dateOf = (at: number, zone: string): string => dateOfShown(shownAt(at, zone))

/** The first instant of a calendar date in a zone; not every day starts at midnight. */
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
 * The instant of a wall time. A time that the clock skips is moved ahead by the gap, one that it shows twice is the
 * first (RFC 5545 3.3.5). `24:00` is the midnight that ends the day.
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

/** "9 AM", "9:30 AM" */
export function timeLabel(at: number, zone: string): string {
  const shown = new Date(shownAt(at, zone))
  const [hour, minute] = [shown.getUTCHours(), shown.getUTCMinutes()]
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** "Nov 20, 2026, 9:30 AM" */
export const momentLabel = (at: number, zone: string): string =>
  `${dateLabel(dateOf(at, zone), { month: 'short', day: 'numeric', year: 'numeric' })}, ${timeLabel(at, zone)}`

/** "EDT", "EST"; "GMT+11" where English has no name for it. */
export const shortZoneName = (zone: string, at: number): string =>
  formatOf({ timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? zone

/** The label of a time with its zone: "9:30 AM EST"; as it is when it says so already. */
export function inZone(label: string, at: number, zone: string): string {
  const name = shortZoneName(zone, at)
  return label.endsWith(` ${name}`) ? label : `${label} ${name}`
}

/** "Eastern Time": the name that holds in summer and in winter. */
export const zoneName = (zone: string, at: number): string =>
  formatOf({ timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? zone

/** Zones that are known to exist: asking costs as much as a query. */
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

const zoned = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

const dateLabel = (date: string, options: Intl.DateTimeFormatOptions): string =>
  formatOf({ ...options, timeZone: 'UTC' }).format(startOfDate(date, 'UTC'))

/** Kept, since making one takes longer than all the rest: one for each kind of label and zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE, options)
  formats.set(key, known)
  return known
}
