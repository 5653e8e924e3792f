import { addDays } from '~/platform/time'
import type { Calendar, MiniDay, SessionRules, Span, Starts } from './model'
import { openHoursOf } from './open-hours'
import { sunsetOf } from './sunset'
import { dayOf, instantsOf } from './wall-time'

const MINUTE = 60_000
/** Starts near the sunset are told in steps that people say. */
const SUNSET_STEP = 5 * MINUTE

export interface Candidate extends Span {
  miniDay: string | null
}

/** The starts that hours and session type give a date, in order, each once; nothing is said of what is taken. */
export function candidatesOf(calendar: Calendar, rules: SessionRules): (date: string) => Candidate[] {
  const openHours = openHoursOf(calendar, rules)
  const { starts, minutes } = rules
  const sessionAt = (startsAt: number, miniDay: string | null = null): Candidate => ({
    startsAt,
    endsAt: startsAt + minutes * MINUTE,
    miniDay,
  })
  return (date) => {
    if (starts.kind === 'mini')
      return inOrder(
        calendar.miniDays
          .filter((day) => day.date === date && isOf(day, rules))
          .flatMap((day) => instantsOfMiniDay(day, calendar.zone).map((at) => sessionAt(at, day.id))),
      )
    const { windows, stretches } = openHours(date)
    if (windows.length === 0) return []
    const day = dayOf(date, calendar.zone)
    const sessions = instantsOn(starts, { date, day, zone: calendar.zone, windows }).map((at) =>
      sessionAt(at),
    )
    return inOrder(sessions.filter((session) => stretches.some((stretch) => contains(stretch, session))))
  }
}

export const instantsOfMiniDay = ({ date, starts }: MiniDay, zone: string): number[] =>
  starts.flatMap((time) => instantsOf(date, time, zone))

const isOf = (day: MiniDay, { sessionType, place }: SessionRules): boolean =>
  day.sessionType === sessionType && day.place === place

function instantsOn(
  starts: Exclude<Starts, { kind: 'mini' }>,
  { date, day, zone, windows }: { date: string; day: Span; zone: string; windows: Span[] },
): number[] {
  switch (starts.kind) {
    case 'fixed':
      return starts.times.flatMap((time) => instantsOf(date, time, zone))
    case 'sunset':
      return sunsetsAround(date, starts)
        .map((sunset) => Math.floor((sunset - starts.minutesBefore * MINUTE) / SUNSET_STEP) * SUNSET_STEP)
        .filter((at) => day.startsAt <= at && at < day.endsAt)
    case 'interval':
      return windows.flatMap((window) => everyStart(window, starts.minutes * MINUTE, day))
  }
}

/** A place far from the studio's meridian has another date than the studio when its sun sets. */
const sunsetsAround = (
  date: string,
  { latitude, longitude }: { latitude: number; longitude: number },
): number[] => [-1, 0, 1].flatMap((days) => sunsetOf(addDays(date, days), latitude, longitude) ?? [])

/** From the opening on, those that fall on the day. */
function everyStart(window: Span, step: number, day: Span): number[] {
  const skipped = Math.max(0, Math.ceil((day.startsAt - window.startsAt) / step))
  const first = window.startsAt + skipped * step
  const count = Math.ceil((Math.min(window.endsAt, day.endsAt) - first) / step)
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * step)
}

const contains = (outer: Span, inner: Span): boolean =>
  outer.startsAt <= inner.startsAt && inner.endsAt <= outer.endsAt

/** By time, each start once. */
function inOrder(candidates: Candidate[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.startsAt - b.startsAt)
  return sorted.filter(({ startsAt }, index) => startsAt !== sorted[index - 1]?.startsAt)
}
