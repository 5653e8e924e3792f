const DAY = 86_400_000

/** A period with a constant UTC offset, in milliseconds; `until` is exclusive. */
interface Stretch {
  from: number
  until: number
  offset: number
}

/**
 * `Temporal` computes each offset anew, which is slow for a page of times. Clocks change twice a year, so
 * periods are cached.
 */
const known = new Map<string, Stretch[]>()
const KEPT_OF_A_ZONE = 100

/** UTC offset of a zone at an instant, in milliseconds. @throws RangeError: no such zone */
export const offsetAt = (at: number, zone: string): number => stretchAt(at, zone).offset

/** The wall time at an instant, encoded as if it were UTC. */
export const shownAt = (at: number, zone: string): number => at + offsetAt(at, zone)

/**
 * The instant of a wall time more than a day away from clock changes, so that it is unique. undefined: a
 * change is near, so use `Temporal`.
 * @param shown milliseconds since 1970, as if it were UTC
 */
export function steadyInstant(shown: number, zone: string): number | undefined {
  const { from, until, offset } = stretchAt(shown, zone)
  const at = shown - offset
  // Clock changes are never larger than a day.
  return at - DAY >= from && at + DAY < until ? at : undefined
}

/** Midnight of a date as if it were UTC; undefined: malformed, or no such day. */
export function midnightOf(date: string): number | undefined {
  const kept = midnights.get(date)
  if (kept !== undefined) return kept
  if (date.length !== 10) return undefined
  const midnight = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(midnight) || dateOfShown(midnight) !== date ? undefined : midnight
}

/** YYYY-MM-DD of an encoded wall time. */
export function dateOfShown(shown: number): string {
  const midnight = Math.floor(shown / DAY) * DAY
  const kept = dates.get(midnight)
  if (kept !== undefined) return kept
  const [date = ''] = new Date(midnight).toISOString().split('T')
  keep(midnight, date)
  return date
}

/** Cached: formatting a date is slow, and a calendar uses few different ones. */
const dates = new Map<number, string>()
const midnights = new Map<string, number>()
const KEPT_DATES = 4_000

function keep(midnight: number, date: string): void {
  if (dates.size >= KEPT_DATES) for (const map of [dates, midnights]) map.clear()
  dates.set(midnight, date)
  midnights.set(date, midnight)
}

/** The period around an instant in which the zone's offset, and so its name, doesn't change. */
export function stretchAt(at: number, zone: string): Stretch {
  const stretches = known.get(zone) ?? []
  const found = stretches.find(({ from, until }) => from <= at && at < until)
  if (found) return found
  const stretch = lookUp(at, zone)
  known.set(zone, [...stretches, stretch].slice(-KEPT_OF_A_ZONE))
  return stretch
}

function lookUp(at: number, zone: string): Stretch {
  const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return {
    // At the instant of a change, the period that begins with it.
    from: shown.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    until: shown.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: shown.offsetNanoseconds / 1e6,
  }
}
