import {
  addDays,
  dayLabel,
  endOfDate,
  shortZoneName,
  startOfDate,
  weekdayName,
  weekdayOf,
  zoned,
} from '~/platform/time'
import { wallClock } from '~/platform/wall-clock'
import { windowsOn } from '../availability/hours'
import type { Schedule, Span, SpecialDates } from '../availability/model'
import { spanOf } from '../availability/wall-time'
import type { Entry } from './entries'
import { type GridColumn, type GridView, isQuiet, type Stretch } from './model'

/** The hours shown at least: 8 AM to 9 PM. */
const FIRST_HOUR = 8
const LAST_HOUR = 21
/** In milliseconds. Blocked or external time longer than this doesn't extend the hours shown. */
const LONG = 12 * 3_600_000

export interface OpenDay {
  date: string
  open: Span[]
}

/** Lays out days as columns on one axis. @param today YYYY-MM-DD */
export function gridOf(
  { days, axis, entries }: { days: OpenDay[]; axis: Axis; entries: Entry[] },
  today: string,
): Pick<GridView, 'from' | 'until' | 'hours' | 'columns'> {
  const { from, until } = rangeOf(days, axis, entries)
  return {
    from,
    until,
    hours: hoursOf(axis, from, until),
    columns: days.map((day) => columnOf(day, { axis, entries, from, until }, today)),
  }
}

/** The whole hours that contain opening hours and all entries. */
function rangeOf(days: OpenDay[], axis: Axis, entries: Entry[]): { from: number; until: number } {
  const end = 1_440 + axis.fold.length
  const spans = [
    ...days.flatMap(({ open }) => open),
    ...entries.filter(({ face, startsAt, endsAt }) => !isQuiet(face) || endsAt - startsAt < LONG),
  ]
  const places = days.flatMap(({ date }) =>
    spans.flatMap((span) => placeOn(axis.days.get(date) ?? [], span) ?? []),
  )
  const top = Math.min(pointOf(FIRST_HOUR * 60, axis.fold), ...places.map((place) => place.top))
  const bottom = Math.max(pointOf(LAST_HOUR * 60, axis.fold), ...places.map((place) => place.bottom))
  return { from: Math.floor(top / 60) * 60, until: Math.min(end, Math.ceil(bottom / 60) * 60) }
}

function hoursOf({ fold, days }: Axis, from: number, until: number): GridView['hours'] {
  const twice = [...days.values()].flat().filter(({ isTwice }) => isTwice)
  const whole = Array.from({ length: 24 }, (_, hour) => ({
    top: pointOf(hour * 60, fold),
    label: wallClock(hour * 60),
  }))
  const named = twice.map(({ from: top, wall, zone }) => ({ top, label: `${wallClock(wall)} ${zone}` }))
  return [...whole.filter(({ top }) => !named.some((each) => each.top === top)), ...named]
    .filter(({ top }) => top >= from && top < until)
    .sort((a, b) => a.top - b.top)
}

function columnOf(
  { date, open }: OpenDay,
  { axis, entries, from, until }: { axis: Axis; entries: Entry[]; from: number; until: number },
  today: string,
): GridColumn {
  const stretches = axis.days.get(date) ?? []
  const name = dayLabel(date)
  return {
    date,
    weekday: weekdayName(date).slice(0, 3),
    day: String(Number(date.slice(8))),
    name,
    isToday: date === today,
    isClosed: open.length === 0,
    shades: [
      ...gapsOf(stretches, from, until).map((gap) => ({ ...gap, isNone: true })),
      ...(open.length === 0 ? [] : closedOf(open, stretches, { from, until })),
    ],
    stretches,
    events: withLanes(entries.flatMap((entry) => eventOf(entry, date, stretches, { from, until }))),
  }
}

function closedOf(
  open: Span[],
  stretches: Stretch[],
  shown: { from: number; until: number },
): GridColumn['shades'] {
  const places = open.flatMap((span) => placeOn(stretches, span) ?? [])
  const borders = [shown.from, ...places.flatMap(({ top, bottom }) => [top, bottom]), shown.until]
  return borders.flatMap((top, index) => {
    const length = (borders[index + 1] ?? top) - top
    return index % 2 === 0 && length > 0 ? [{ top, length, isNone: false }] : []
  })
}

function eventOf(
  { face, taken, move, ...span }: Entry,
  date: string,
  stretches: Stretch[],
  shown: { from: number; until: number },
) {
  const place = placeOn(stretches, span)
  if (!place) return []
  const top = Math.max(place.top, shown.from)
  const bottom = Math.min(place.bottom, shown.until)
  if (bottom <= top) return []
  const around = placeOn(stretches, taken) ?? place
  return [
    {
      ...face,
      key: `${face.id} ${date}`,
      top,
      length: bottom - top,
      before: Math.max(0, top - Math.max(around.top, shown.from)),
      after: Math.max(0, Math.min(around.bottom, shown.until) - bottom),
      // Only the part on the first day can be dragged.
      move: face.date === date ? move : null,
    },
  ]
}

/**
 * The common axis of adjacent days, in minutes of wall time, so that 9 AM is the same line in each column.
 * When clocks go back that night, the axis has the repeated hour twice, and it is empty on the other days. A
 * skipped hour is empty on its day.
 */
export interface Axis {
  /** Where the axis repeats an hour, and by how many minutes; `length` 0: nowhere. */
  fold: { at: number; length: number }
  days: Map<string, Stretch[]>
}

const MINUTE = 60_000
const DAY = 1_440

interface Segment extends Span {
  /** Wall time at its start, in minutes since midnight. */
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

/** The parts of a day with a constant UTC offset. */
function segmentsOf(date: string, zone: string): Segment[] {
  const end = startOfDate(addDays(date, 1), zone)
  const segments: Segment[] = []
  for (let at = startOfDate(date, zone); at < end; ) {
    const local = zoned(at, zone)
    const change = local.getTimeZoneTransition('next')?.epochMilliseconds ?? end
    const endsAt = Math.min(change, end)
    segments.push({ startsAt: at, endsAt, wall: local.hour * 60 + local.minute })
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

/** The position of a span on a day's axis; undefined: not on that day. */
export function placeOn(stretches: Stretch[], span: Span): { top: number; bottom: number } | undefined {
  const inside = stretches.filter((each) => each.startsAt < span.endsAt && endOf(each) > span.startsAt)
  const [first, last] = [inside[0], inside.at(-1)]
  if (!first || !last) return undefined
  return {
    top: first.from + Math.max(0, span.startsAt - first.startsAt) / MINUTE,
    bottom: last.from + (Math.min(endOf(last), span.endsAt) - last.startsAt) / MINUTE,
  }
}

/** The parts of the axis that a day doesn't have. */
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

/** The point on the axis for a wall time in minutes. */
export const pointOf = (wall: number, { at, length }: Axis['fold']): number =>
  wall >= at ? wall + length : wall

const endOf = ({ startsAt, from, until }: Stretch): number => startsAt + (until - from) * MINUTE
const lengthOf = ({ startsAt, endsAt }: Span): number => (endsAt - startsAt) / MINUTE

/**
 * Arranges overlapping entries side by side. Each gets the first lane that is free at its start. The width is
 * divided by the number of lanes of all entries that overlap, directly or through others.
 */
export function withLanes<Item extends { top: number; length: number }>(
  items: Item[],
): (Item & { lane: number; lanes: number })[] {
  const sorted = items.toSorted((a, b) => a.top - b.top || b.length - a.length)
  const placed: (Item & { lane: number; lanes: number })[] = []
  let cluster: (Item & { lane: number; lanes: number })[] = []
  let ends: number[] = []
  for (const item of sorted) {
    if (ends.every((end) => end <= item.top)) {
      cluster = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= item.top)
    const lane = free === -1 ? ends.length : free
    ends[lane] = item.top + item.length
    const made = { ...item, lane, lanes: ends.length }
    cluster.push(made)
    placed.push(made)
    for (const each of cluster) each.lanes = ends.length
  }
  return placed
}

interface OpenRules {
  schedules: Schedule[]
  specialDates: SpecialDates[]
  offers: { sessionType: string; place: string }[]
}

/**
 * Bookable hours of a date: those of every session type at every location, merged, including hours past
 * midnight of the day before.
 */
export function openSpans(rules: OpenRules, date: string, zone: string): Span[] {
  // With nothing on offer, shows the hours that apply to all session types.
  const offers = rules.offers.length > 0 ? rules.offers : [{ sessionType: '', place: '' }]
  const [first, last] = [startOfDate(date, zone), endOfDate(date, zone)]
  const windows = new Set(
    [addDays(date, -1), date].flatMap((day) =>
      offers.flatMap((offer) =>
        windowsOn(rules, day, weekdayOf(day), offer).map(({ opens, closes }) => `${day} ${opens} ${closes}`),
      ),
    ),
  )
  const spans = [...windows].map((window) => {
    const [day = date, opens = '', closes = ''] = window.split(' ')
    const { startsAt, endsAt } = spanOf(day, { opens, closes }, zone)
    return { startsAt: Math.max(startsAt, first), endsAt: Math.min(endsAt, last) }
  })
  return joined(spans.filter(({ startsAt, endsAt }) => endsAt > startsAt))
}

function joined(spans: Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = all.at(-1)
    if (last && span.startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, span.endsAt)
    else all.push({ ...span })
  }
  return all
}

/**
 * The hour lines as a CSS image, for weeks in which they aren't an hour apart (Lord Howe Island changes its
 * clocks by half an hour). undefined: the stylesheet draws them.
 * @param from the first minute of the axis that is shown; `--hh` is the height of an hour
 */
export function hourLines(hours: readonly { top: number }[], from: number): string | undefined {
  if (hours.every(({ top }) => (top - from) % 60 === 0)) return undefined
  const lines = hours.map(({ top }) => {
    const at = `calc(var(--hh) * ${(top - from) / 60}`
    return `transparent ${at} - 1px), var(--bd) ${at} - 1px) ${at}), transparent ${at})`
  })
  return `linear-gradient(180deg, ${lines.join(', ')})`
}
