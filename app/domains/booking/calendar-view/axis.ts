import { addDays, shortZoneName, startOfDate } from '~/platform/time'
import type { Span } from '../availability/model'
import type { Stretch } from './model'

/**
 * The common axis of days that stand side by side. It counts minutes of wall time, so that nine o'clock is one line
 * through the week. On the night on which the clock shows an hour twice, the axis has that hour twice; the other days
 * have nothing there. An hour that the clock skips stays empty on its day.
 */
export interface Axis {
  /** Where the axis has more than the clock, and how much; 0: nowhere. */
  fold: { at: number; length: number }
  days: Map<string, Stretch[]>
}

const MINUTE = 60_000
const DAY = 1_440

interface Segment extends Span {
  /** Minutes since midnight at its start. */
  wall: number
}

export function axisOf(dates: string[], zone: string): Axis {
  const days = dates.map((date) => ({ date, segments: segmentsOf(date, zone) }))
  const fold = days.flatMap(({ segments }) => foldOf(segments) ?? [])[0] ?? { at: DAY, length: 0 }
  return {
    fold,
    days: new Map(days.map(({ date, segments }) => [date, stretchesOf(segments, fold, zone)])),
  }
}

/** The parts of a day that have one offset from UTC each. */
function segmentsOf(date: string, zone: string): Segment[] {
  const end = startOfDate(addDays(date, 1), zone)
  const segments: Segment[] = []
  for (let at = startOfDate(date, zone); at < end; ) {
    const zoned = zonedOf(at, zone)
    const change = zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? end
    const endsAt = Math.min(change, end)
    segments.push({ startsAt: at, endsAt, wall: zoned.hour * 60 + zoned.minute })
    at = endsAt
  }
  return segments
}

function foldOf(segments: Segment[]): Axis['fold'] | undefined {
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1]
    const closes = segment.wall + lengthOf(segment)
    if (next && next.wall < closes) return { at: closes, length: closes - next.wall }
  }
  return undefined
}

function stretchesOf(segments: Segment[], fold: Axis['fold'], zone: string): Stretch[] {
  const isFoldDay = fold.length > 0 && foldOf(segments) !== undefined
  return segments.flatMap((segment, index) => {
    const shift = isFoldDay && index > 0 ? fold.length : 0
    const opens = segment.wall
    const closes = opens + lengthOf(segment)
    const borders = isFoldDay ? (index === 0 ? [fold.at - fold.length] : [fold.at]) : [fold.at]
    const cuts = [opens, ...borders.filter((each) => each > opens && each < closes), closes]
    return cuts.slice(0, -1).map((wall, at) => {
      const until = cuts[at + 1] ?? closes
      const startsAt = segment.startsAt + (wall - opens) * MINUTE
      const isTwice = isFoldDay && wall >= fold.at - fold.length && until <= fold.at
      const extra = isFoldDay ? shift : wall >= fold.at ? fold.length : 0
      return {
        from: wall + extra,
        until: until + extra,
        startsAt,
        wall,
        zone: shortZoneName(zone, startsAt),
        isTwice,
      }
    })
  })
}

/** Where a span stands on a day's axis; undefined: not on that day. */
export function placeOn(stretches: Stretch[], span: Span): { top: number; bottom: number } | undefined {
  const inside = stretches.filter((each) => each.startsAt < span.endsAt && endOf(each) > span.startsAt)
  const [first, last] = [inside[0], inside.at(-1)]
  if (!first || !last) return undefined
  return {
    top: first.from + Math.max(0, span.startsAt - first.startsAt) / MINUTE,
    bottom: last.from + (Math.min(endOf(last), span.endsAt) - last.startsAt) / MINUTE,
  }
}

/** What a day does not have between two points of the axis. */
export function gapsOf(stretches: Stretch[], from: number, until: number): { top: number; length: number }[] {
  const borders = [from, ...stretches.flatMap((each) => [each.from, each.until]), until]
  return borders
    .flatMap((top, index) => (index % 2 === 0 ? [{ top, length: (borders[index + 1] ?? top) - top }] : []))
    .map(({ top, length }) => ({
      top: Math.max(top, from),
      length: Math.min(top + length, until) - Math.max(top, from),
    }))
    .filter(({ length }) => length > 0)
}

/** A wall time in minutes as a point of the axis. */
export const pointOf = (wall: number, { at, length }: Axis['fold']): number =>
  wall >= at ? wall + length : wall

const endOf = ({ startsAt, from, until }: Stretch): number => startsAt + (until - from) * MINUTE
const lengthOf = ({ startsAt, endsAt }: Span): number => (endsAt - startsAt) / MINUTE

const zonedOf = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
