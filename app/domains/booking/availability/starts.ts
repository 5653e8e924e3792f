import { addDays, dateOf } from '~/platform/time'
import { openHoursOf } from './hours'
import type { Busy, Calendar, MiniDay, SessionRules, Span, Start, Starts } from './model'
import { sunsetOf } from './sunset'
import { dayOf, instantsOf } from './wall-time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** First and last date that the rules allow, from now. */
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
 * Gives every start on a calendar date of the studio's zone that rules and notice allow, in order, each with whether
 * it is still free. What it does not give can not be booked.
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

/** From the opening on, those within the day. */
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

/** With its buffers, what a session that begins then takes of the photographer's time. */
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

/** Says of each start whether it is free; what is the same for all of them is worked out once. */
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

/** An outside calendar may list our own sessions again, so beside a session it doesn’t count as the studio’s own time. */
const isClosedBy = (found: Busy[]): boolean =>
  found.some(({ by }) => by === 'block') || (found.length > 0 && found.every(({ by }) => by === 'outside'))

/** @param ends of what is in the way: until when each is held; null: it is taken */
function stateAmong(ends: (number | null)[]): State {
  if (ends.length === 0) return FREE
  const held = ends.filter((end) => end !== null)
  return held.length < ends.length ? TAKEN : { state: 'held', heldUntil: Math.max(...held), isClosed: false }
}

/** A held session counts for the daily limit as a booked one does: else its visitor would be refused in the end. */
function limitOn({ sessions, zone }: Calendar, { dailyLimit }: SessionRules, date: string): State {
  if (dailyLimit === null) return FREE
  const day = dayOf(date, zone)
  const ofDay = sessions
    .filter(({ startsAt }) => day.startsAt <= startsAt && startsAt < day.endsAt)
    .map(({ heldUntil }) => heldUntil)
  if (ofDay.length < dailyLimit) return FREE
  const held = ofDay.filter((end) => end !== null).toSorted((a, b) => a - b)
  // The limit is free again once this hold has ended.
  const last = held[ofDay.length - dailyLimit]
  return last === undefined ? TAKEN : { state: 'held', heldUntil: last, isClosed: false }
}

/** A mini-session day keeps its hours to itself, from the first start to the end of the last. */
function spanOfMiniDay(day: MiniDay, zone: string): Span {
  const spans = instantsOfMiniDay(day, zone).map((at) => occupiedBy(at, day))
  return {
    startsAt: Math.min(...spans.map(({ startsAt }) => startsAt)),
    endsAt: Math.max(...spans.map(({ endsAt }) => endsAt)),
  }
}

const overlaps = (a: Span, b: Span): boolean => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/**
 * Looks up what overlaps a span among thousands. They may overlap each other, since outside calendars know nothing of
 * ours; so it is the latest end up to each that is in order, and that is searched.
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
 * How many sessions fit into the coming days: as many of the type that fits most often, each with its buffers, and every
 * start of mini-session days. What is taken already doesn't matter.
 * @param calendar hours alone: nothing in it is taken
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

/** One after the other, each as early as the one before allows. */
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
