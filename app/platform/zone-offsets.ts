const DAY = 86_400_000

/** Between two changes of a clock: how far it is ahead of UTC. All in milliseconds; `until` is not included. */
interface Stretch {
  from: number
  until: number
  offset: number
}

/** `Temporal` looks every instant up anew, which a page of times feels. A clock changes twice a year, so stretches are kept. */
const known = new Map<string, Stretch[]>()
const KEPT_OF_A_ZONE = 100

/** How far the clock of a zone is ahead of UTC at an instant, in milliseconds. @throws RangeError: no such zone */
export const offsetAt = (at: number, zone: string): number => stretchAt(at, zone).offset

/** What the clock shows at an instant, written as if it were UTC. */
export const shownAt = (at: number, zone: string): number => at + offsetAt(at, zone)

/**
 * The instant at which the clock shows that time, where it has not changed for a day and does not for another: then it
 * is the only one. undefined: the clock changes nearby, and `Temporal` has to be asked.
 * @param shown milliseconds since 1970, as if it were UTC
 */
export function steadyInstant(shown: number, zone: string): number | undefined {
  const { from, until, offset } = stretchAt(shown, zone)
  const at = shown - offset
  // No clock is turned by more than a day.
  return at - DAY >= from && at + DAY < until ? at : undefined
}

/** Midnight of a date as if it were UTC; undefined: it is not written YYYY-MM-DD, or there is no such day. */
export function midnightOf(date: string): number | undefined {
  const kept = midnights.get(date)
  if (kept !== undefined) return kept
  if (date.length !== 10) return undefined
  const midnight = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(midnight) || dateOfShown(midnight) !== date ? undefined : midnight
}

/** YYYY-MM-DD of what a clock shows. */
export function dateOfShown(shown: number): string {
  const midnight = Math.floor(shown / DAY) * DAY
  const kept = dates.get(midnight)
  if (kept !== undefined) return kept
  const [date = ''] = new Date(midnight).toISOString().split('T')
  keep(midnight, date)
  return date
}

/** Writing a date takes longer than most of what is done with it, and a calendar is about few of them. */
const dates = new Map<number, string>()
const midnights = new Map<string, number>()
const KEPT_DATES = 4_000

function keep(midnight: number, date: string): void {
  if (dates.size >= KEPT_DATES) for (const map of [dates, midnights]) map.clear()
  dates.set(midnight, date)
  midnights.set(date, midnight)
}

function stretchAt(at: number, zone: string): Stretch {
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
    // Of a change at this very instant, the stretch that begins with it.
    from: shown.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    until: shown.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: shown.offsetNanoseconds / 1e6,
  }
}
