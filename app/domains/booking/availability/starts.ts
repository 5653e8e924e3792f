import { addDays, dateOf, weekdayOf } from '~/platform/time'
import { windowsOn } from './hours'
import type { Busy, Calendar, MiniDay, SessionRules, Span, Start } from './model'
import { sunsetOf } from './sunset'
import { instantsOf, spanOf } from './wall-time'

const MINUTE = 60_000
const HOUR = 3_600_000
/** Starts near the sunset are told in steps that people say. */
const SUNSET_STEP = 5 * MINUTE

/** The first and the last date on which the rules let anybody ask, seen from now. */
export function bookableDates(
  { zone }: Pick<Calendar, 'zone'>,
  { noticeHours, horizonDays }: Pick<SessionRules, 'noticeHours' | 'horizonDays'>,
  now: number,
): { firstDate: string; lastDate: string } {
  return {
    firstDate: dateOf(now + noticeHours * HOUR, zone),
    lastDate: addDays(dateOf(now, zone), horizonDays),
  }
}

/**
 * Every start on a calendar date of the studio's zone that rules and notice allow, in order, each with whether it is
 * still free. What is not in here can not be booked.
 */
export function startsOn(calendar: Calendar, rules: SessionRules, date: string, now: number): Start[] {
  const { lastDate } = bookableDates(calendar, rules, now)
  if (date > lastDate) return []
  const earliest = now + rules.noticeHours * HOUR
  const isFull =
    rules.dailyLimit !== null &&
    (calendar.counts.get(`${rules.sessionType} ${date}`) ?? 0) >= rules.dailyLimit
  return candidatesOn(calendar, rules, date)
    .filter(({ startsAt }) => startsAt >= earliest)
    .map((candidate) => ({ ...candidate, ...stateOf(calendar, rules, candidate, isFull) }))
}

/** With its buffers, what a session that begins then takes of the photographer's time. */
export const occupiedBy = (
  startsAt: number,
  { minutes, minutesBefore, minutesAfter }: Pick<SessionRules, 'minutes' | 'minutesBefore' | 'minutesAfter'>,
): Span => ({
  startsAt: startsAt - minutesBefore * MINUTE,
  endsAt: startsAt + (minutes + minutesAfter) * MINUTE,
})

type Candidate = Span & { miniDay: string | null }

function candidatesOn(calendar: Calendar, rules: SessionRules, date: string): Candidate[] {
  const { zone, miniDays } = calendar
  const { starts, minutes } = rules
  const sessionAt = (startsAt: number, miniDay: string | null = null): Candidate => ({
    startsAt,
    endsAt: startsAt + minutes * MINUTE,
    miniDay,
  })
  if (starts.kind === 'mini')
    return inOrder(
      miniDays
        .filter(
          (day) => day.date === date && day.sessionType === rules.sessionType && day.place === rules.place,
        )
        .flatMap((day) =>
          day.starts.flatMap((time) => instantsOf(date, time, zone).map((at) => sessionAt(at, day.id))),
        ),
    )
  const open = spansAround(calendar, rules, date)
  const isInside = ({ startsAt, endsAt }: Span) =>
    open.some((span) => span.startsAt <= startsAt && endsAt <= span.endsAt)
  const isThatDay = ({ startsAt }: Span) => dateOf(startsAt, zone) === date
  switch (starts.kind) {
    case 'fixed':
      return inOrder(
        starts.times
          .flatMap((time) => instantsOf(date, time, zone))
          .map((at) => sessionAt(at))
          .filter(isInside),
      )
    case 'sunset': {
      const sunset = sunsetOf(date, starts.latitude, starts.longitude)
      if (sunset === null) return []
      const at = Math.floor((sunset - starts.minutesBefore * MINUTE) / SUNSET_STEP) * SUNSET_STEP
      return [sessionAt(at)].filter((session) => isInside(session) && isThatDay(session))
    }
    case 'interval':
      return inOrder(
        open.flatMap((span) => everyStart(span, starts.minutes).map((at) => sessionAt(at))),
      ).filter((session) => isInside(session) && isThatDay(session))
  }
}

/** The open hours that touch a date: its own, and those of the evening before that go over midnight. */
function spansAround({ zone, ...calendar }: Calendar, rules: SessionRules, date: string): Span[] {
  return [addDays(date, -1), date].flatMap((day) =>
    windowsOn({ zone, ...calendar }, day, weekdayOf(day), rules)
      .map((window) => spanOf(day, window, zone))
      .filter(({ startsAt, endsAt }) => endsAt > startsAt),
  )
}

function everyStart({ startsAt, endsAt }: Span, minutes: number): number[] {
  const step = minutes * MINUTE
  return Array.from(
    { length: Math.max(0, Math.ceil((endsAt - startsAt) / step)) },
    (_, index) => startsAt + index * step,
  )
}

/** By time, each start once. */
function inOrder(candidates: Candidate[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.startsAt - b.startsAt)
  return sorted.filter(({ startsAt }, index) => startsAt !== sorted[index - 1]?.startsAt)
}

function stateOf(
  calendar: Calendar,
  rules: SessionRules,
  { startsAt, miniDay }: Candidate,
  isFull: boolean,
): Pick<Start, 'state' | 'heldUntil'> {
  const TAKEN = { state: 'taken' as const, heldUntil: null }
  if (isFull) return TAKEN
  const needed = occupiedBy(startsAt, rules)
  if (
    calendar.miniDays.some((day) => day.id !== miniDay && overlaps(spanOfMiniDay(day, calendar.zone), needed))
  )
    return TAKEN
  const inTheWay = overlapping(calendar.busy, needed)
  if (inTheWay.length === 0) return { state: 'free', heldUntil: null }
  if (inTheWay.some(({ heldUntil }) => heldUntil === null)) return TAKEN
  return { state: 'held', heldUntil: Math.max(...inTheWay.map(({ heldUntil }) => heldUntil ?? 0)) }
}

/** A mini-session day keeps its hours to itself, from the first start to the end of the last. */
function spanOfMiniDay(day: MiniDay, zone: string): Span {
  const starts = day.starts.flatMap((time) => instantsOf(day.date, time, zone))
  const spans = starts.map((at) => occupiedBy(at, day))
  return {
    startsAt: Math.min(...spans.map(({ startsAt }) => startsAt)),
    endsAt: Math.max(...spans.map(({ endsAt }) => endsAt)),
  }
}

const overlaps = (a: Span, b: Span): boolean => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** `busy` may overlap itself, since outside calendars know nothing of each other. */
const overlapping = (busy: Busy[], needed: Span): Busy[] => busy.filter((taken) => overlaps(taken, needed))
