import { addDays, dateOf, startOfDate, weekdayOf } from '~/platform/time'
import { windowsOn } from '../../availability/hours'
import type { Calendar, SessionRules, Span, Start } from '../../availability/model'
import { bookableDates, occupiedBy, startsIn } from '../../availability/starts'
import { instantsOf, spanOf } from '../../availability/wall-time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Every start that the hours and the step allow on a date, however soon, late or full it is. */
export function startsRegardless(calendar: Calendar, rules: SessionRules, date: string): Start[] {
  const before = startOfDate(addDays(date, -1), calendar.zone)
  return startsIn(calendar, { ...rules, noticeHours: 0, horizonDays: 7, dailyLimit: null }, before)(date)
}

/**
 * Which rules a start breaks that hold for clients, each as a sentence. The studio may break all of them.
 * @param now milliseconds since 1970
 */
export function ruleBreaks(calendar: Calendar, rules: SessionRules, startsAt: number, now: number): string[] {
  const date = dateOf(startsAt, calendar.zone)
  const count = calendar.sessions.filter((session) => dateOf(session.startsAt, calendar.zone) === date).length
  return [
    ...soonOrLate(calendar, rules, startsAt, now),
    ...offHours(calendar, rules, startsAt, date),
    ...(rules.dailyLimit !== null && count >= rules.dailyLimit
      ? [`You already have ${rules.dailyLimit} of these sessions that day, which is your daily limit.`]
      : []),
    ...(runsIntoMiniDay(calendar, rules, startsAt, date) ? ['This overlaps a mini-session day.'] : []),
  ]
}

/** The hours of a mini-session day are kept for its own starts. */
function runsIntoMiniDay(calendar: Calendar, rules: SessionRules, startsAt: number, date: string): boolean {
  const own = startsRegardless(calendar, rules, date).find((start) => start.startsAt === startsAt)?.miniDay
  const needed = occupiedBy(startsAt, rules)
  return calendar.miniDays
    .filter(({ id }) => id !== own)
    .some((day) => {
      const spans = day.starts
        .flatMap((time) => instantsOf(day.date, time, calendar.zone))
        .map((at) => occupiedBy(at, day))
      return (
        Math.min(...spans.map((span) => span.startsAt)) < needed.endsAt &&
        needed.startsAt < Math.max(...spans.map((span) => span.endsAt))
      )
    })
}

function soonOrLate(calendar: Calendar, rules: SessionRules, startsAt: number, now: number): string[] {
  if (startsAt < now) return ['This time is in the past.']
  if (startsAt < now + rules.noticeHours * HOUR)
    return [`This is inside your ${rules.noticeHours}-hour minimum notice.`]
  if (dateOf(startsAt, calendar.zone) > bookableDates(calendar, rules, now).lastDate)
    return [`This is past your ${rules.horizonDays}-day booking window.`]
  return []
}

function offHours(calendar: Calendar, rules: SessionRules, startsAt: number, date: string): string[] {
  if (startsRegardless(calendar, rules, date).some((start) => start.startsAt === startsAt)) return []
  if (rules.starts.kind === 'mini') return ['Clients can book this session only on mini-session days.']
  const session = { startsAt, endsAt: startsAt + rules.minutes * MINUTE }
  return isOpen(calendar, rules, session, date)
    ? ['Clients aren’t offered this start time.']
    : ['This is outside your availability for this session at this location.']
}

const isOpen = (calendar: Calendar, rules: SessionRules, session: Span, date: string): boolean =>
  [addDays(date, -1), date]
    .flatMap((day) =>
      windowsOn(calendar, day, weekdayOf(day), rules).map((window) => spanOf(day, window, calendar.zone)),
    )
    .some((span) => span.startsAt <= session.startsAt && session.endsAt <= span.endsAt)
