import { addDays, dateOf } from '~/platform/time'
import type { Calendar, SessionRules } from './model'
import { occupiedBy, startsIn } from './starts'

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
    const startsOn = startsIn(calendar, { ...each, noticeHours: 0, horizonDays: days }, now)
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
