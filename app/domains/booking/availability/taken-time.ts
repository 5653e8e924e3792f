import { type Candidate, instantsOfMiniDay } from './candidates'
import type { Busy, Calendar, MiniDay, SessionRules, Span, Start } from './model'
import { occupiedBy } from './occupied'
import { dayOf } from './wall-time'

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
  // So many holds have to end before one more fits.
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
