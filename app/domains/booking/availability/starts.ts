import { addDays, dateOf } from '~/platform/time'
import { candidatesOf } from './candidates'
import type { Calendar, SessionRules, Start } from './model'
import { statesOf } from './taken-time'

export { occupiedBy } from './occupied'

const HOUR = 3_600_000

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
 * Gives every start on a calendar date of the studio's zone that rules and notice allow, in order, each with whether
 * it is still free. What it does not give can not be booked.
 */
export function startsIn(calendar: Calendar, rules: SessionRules, now: number): (date: string) => Start[] {
  const { firstDate, lastDate } = bookableDates(calendar, rules, now)
  const earliest = now + rules.noticeHours * HOUR
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
