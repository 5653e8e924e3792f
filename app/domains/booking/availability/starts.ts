import { addDays, dateOf } from '~/platform/time'
import { openHoursOf } from './hours'
import type { Busy, Calendar, MiniDay, SessionRules, Span, Start, Starts } from './model'
import { sunsetOf } from './sunset'
import { dayOf, instantsOf } from './wall-time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The first and last bookable date, by minimum notice and booking window. */
export function bookableDates(
  { zone }: Pick<Calendar, 'zone'>,
  { minimumNoticeHours, bookingWindowDays }: Pick<SessionRules, 'minimumNoticeHours' | 'bookingWindowDays'>,
  now: number,
): { firstDate: string; lastDate: string } {
  return {
    firstDate: dateOf(now + minimumNoticeHours * HOUR, zone),
    lastDate: addDays(dateOf(now, zone), bookingWindowDays),
  }
}

/**
 * Returns, for a date in the studio's zone, every start that rules and notice allow, in order, each with its
 * state. Only these can be booked.
 */
export function startsIn(calendar: Calendar, rules: SessionRules, now: number): (date: string) => Start[] {
  const { firstDate, lastDate } = bookableDates(calendar, rules, now)
  const earliest = now + rules.minimumNoticeHours * HOUR
  const candidatesOn = candidatesOf(calendar, rules)
  const statesOn = statesOf(calendar, rules)
  return (date) => {
    if (date < firstDate || date > lastDate) return []
    const stateOf = statesOn(date)
    return candidatesOn(date)
      .filter(({ startsAt }) => startsAt >= earliest)
      .map((candidate) => ({ ...candidate, ...stateOf(candidate) }))
  }
}

/** Starts near sunset are rounded to this step. */
const SUNSET_STEP = 5 * MINUTE

export interface Candidate extends Span {
  miniDay: string | null
}

/**
 * The candidate starts of a date by hours and session type, in order and without duplicates. Occupied time
 * isn't considered.
 */
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

/** Starts at each step from the opening, within the day. */
function everyStart(window: Span, step: number, day: Span): number[] {
  const skipped = Math.max(0, Math.ceil((day.startsAt - window.startsAt) / step))
  const first = window.startsAt + skipped * step
  const count = Math.ceil((Math.min(window.endsAt, day.endsAt) - first) / step)
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * step)
}

const contains = (outer: Span, inner: Span): boolean =>
  outer.startsAt <= inner.startsAt && inner.endsAt <= outer.endsAt

/** Sorts by time and removes duplicates. */
function inOrder(candidates: Candidate[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.startsAt - b.startsAt)
  return sorted.filter(({ startsAt }, index) => startsAt !== sorted[index - 1]?.startsAt)
}

/** The time that a session takes in the calendar, buffers included. */
export const occupiedBy = (
  startsAt: number,
  { minutes, minutesBefore, minutesAfter }: Pick<SessionRules, 'minutes' | 'minutesBefore' | 'minutesAfter'>,
): Span => ({
  startsAt: startsAt - minutesBefore * MINUTE,
  endsAt: startsAt + (minutes + minutesAfter) * MINUTE,
})

type State = Pick<Start, 'state' | 'heldUntil' | 'isClosed'>

const FREE: State = { state: 'free', heldUntil: null, isClosed: false }
const TAKEN: State = { state: 'taken', heldUntil: null, isClosed: false }
const CLOSED: State = { ...TAKEN, isClosed: true }

/**
 * Returns a function that determines the state of a start. What all starts have in common is computed once.
 */
export function statesOf(
  calendar: Calendar,
  rules: SessionRules,
): (date: string) => (at: Candidate) => State {
  const overlapping = overlapsWith(calendar.busy)
  const miniDays = calendar.miniDays.map((day) => ({ id: day.id, ...spanOfMiniDay(day, calendar.zone) }))
  return (date) => {
    const limit = limitOn(calendar, rules, date)
    return ({ startsAt, miniDay }) => {
      const needed = occupiedBy(startsAt, rules)
      if (miniDays.some((day) => day.id !== miniDay && overlaps(day, needed))) return CLOSED
      const found = overlapping(needed)
      if (isClosedBy(found)) return CLOSED
      if (limit.state === 'taken') return TAKEN
      const ends = found.map(({ heldUntil }) => heldUntil)
      if (limit.heldUntil !== null) ends.push(limit.heldUntil)
      return stateAmong(ends)
    }
  }
}

/**
 * External calendars may repeat our own sessions, so an external event beside a session doesn't count as the
 * studio's own time.
 */
const isClosedBy = (found: Busy[]): boolean =>
  found.some(({ by }) => by === 'block') || (found.length > 0 && found.every(({ by }) => by === 'external'))

/** @param ends when the hold on each overlapping entry expires; null: not a hold */
function stateAmong(ends: (number | null)[]): State {
  if (ends.length === 0) return FREE
  const held = ends.filter((end) => end !== null)
  return held.length < ends.length ? TAKEN : { state: 'held', heldUntil: Math.max(...held), isClosed: false }
}

/** A held session counts toward the daily limit like a booked one, since its visitor is about to book. */
function limitOn({ sessions, zone }: Calendar, { dailyLimit }: SessionRules, date: string): State {
  if (dailyLimit === null) return FREE
  const day = dayOf(date, zone)
  const ofDay = sessions
    .filter(({ startsAt }) => day.startsAt <= startsAt && startsAt < day.endsAt)
    .map(({ heldUntil }) => heldUntil)
  if (ofDay.length < dailyLimit) return FREE
  const held = ofDay.filter((end) => end !== null).toSorted((a, b) => a - b)
  // When this hold expires, the limit is no longer reached.
  const last = held[ofDay.length - dailyLimit]
  return last === undefined ? TAKEN : { state: 'held', heldUntil: last, isClosed: false }
}

/** Only the day's own sessions can take place between its first start and the end of its last session. */
function spanOfMiniDay(day: MiniDay, zone: string): Span {
  const spans = instantsOfMiniDay(day, zone).map((at) => occupiedBy(at, day))
  return {
    startsAt: Math.min(...spans.map(({ startsAt }) => startsAt)),
    endsAt: Math.max(...spans.map(({ endsAt }) => endsAt)),
  }
}

const overlaps = (a: Span, b: Span): boolean => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/**
 * Finds what overlaps a span, by binary search. Entries can overlap each other, since external calendars can,
 * so only the running maximum of the ends is sorted. The search uses that.
 */
function overlapsWith(busy: Busy[]): (needed: Span) => Busy[] {
  const sorted = busy.toSorted((a, b) => a.startsAt - b.startsAt)
  let latest = Number.NEGATIVE_INFINITY
  const latestEnds = sorted.map(({ endsAt }) => {
    latest = Math.max(latest, endsAt)
    return latest
  })
  return (needed) => {
    const found: Busy[] = []
    for (let at = firstAbove(latestEnds, needed.startsAt); at < sorted.length; at++) {
      const taken = sorted[at]
      if (!taken || taken.startsAt >= needed.endsAt) break
      if (overlaps(taken, needed)) found.push(taken)
    }
    return found
  }
}

/** The index of the first number above a limit, in an ascending list. */
function firstAbove(ascending: number[], limit: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) > limit) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * How many sessions fit into the coming days: those of the type that fits most often, buffers included, plus
 * every start of mini session days.
 */
export function sessionsThatFit(
  calendar: Calendar,
  rules: SessionRules[],
  { now, days }: { now: number; days: number },
): number {
  const today = dateOf(now, calendar.zone)
  const dates = Array.from({ length: days }, (_, day) => addDays(today, day))
  const fitting = rules.map((each) => {
    const startsOn = startsIn(calendar, { ...each, minimumNoticeHours: 0, bookingWindowDays: days }, now)
    const count = dates.reduce((sum, date) => sum + fittingOn(startsOn(date), each), 0)
    return { isMini: each.starts.kind === 'mini', count }
  })
  const most = Math.max(0, ...fitting.filter(({ isMini }) => !isMini).map(({ count }) => count))
  return most + fitting.filter(({ isMini }) => isMini).reduce((sum, { count }) => sum + count, 0)
}

/** Counts sessions in sequence, each as early as possible. */
function fittingOn(starts: { startsAt: number; state: string }[], rules: SessionRules): number {
  let count = 0
  let takenUntil = Number.NEGATIVE_INFINITY
  for (const { startsAt, state } of starts) {
    const needed = occupiedBy(startsAt, rules)
    if (state !== 'free' || needed.startsAt < takenUntil) continue
    takenUntil = needed.endsAt
    count += 1
  }
  return Math.min(count, rules.dailyLimit ?? count)
}
