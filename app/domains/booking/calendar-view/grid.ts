import { dayLabel, weekdayName } from '~/platform/time'
import { wallClock } from '~/platform/wall-clock'
import type { Span } from '../availability/model'
import { type Axis, gapsOf, placeOn, pointOf } from './axis'
import type { Entry } from './entries'
import { withLanes } from './lanes'
import { type GridColumn, type GridView, isQuiet, type Stretch } from './model'

/** What a calendar shows at least: eight in the morning to nine in the evening. */
const FIRST_HOUR = 8
const LAST_HOUR = 21
/** Blocked or busy for longer than this, in milliseconds: it says nothing about the hours of a day. */
const LONG = 12 * 3_600_000

export interface OpenDay {
  date: string
  open: Span[]
}

/** Columns of a day each, on one axis. @param today YYYY-MM-DD */
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

/** Whole hours that hold the opening hours and all that is booked. */
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
      // The part of the next morning follows the part of the evening.
      move: face.date === date ? move : null,
    },
  ]
}
