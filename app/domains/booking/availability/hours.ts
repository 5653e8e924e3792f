import type { Calendar, Schedule, SessionRules, SpecialDates, Window } from './model'

type Asked = Pick<SessionRules, 'sessionType' | 'place'>

/**
 * When a session of that type at that place may be on a date, as wall times. Special dates go before the week. Among
 * several that apply, the one that names more counts: the type before the place before the season; of equals the
 * first. There is no adding up, so what an owner reads in one schedule is the whole of it.
 */
export function windowsOn(
  calendar: Pick<Calendar, 'schedules' | 'specialDates'> & Partial<Calendar>,
  date: string,
  weekday: number,
  asked: Asked,
): Window[] {
  const special = mostSpecific(calendar.specialDates, date, asked)
  if (special) return special.hours
  const schedule = mostSpecific(calendar.schedules, date, asked)
  return schedule?.hours.filter((window) => window.weekday === weekday) ?? []
}

function mostSpecific<Rule extends Schedule | SpecialDates>(
  rules: Rule[],
  date: string,
  { sessionType, place }: Asked,
): Rule | undefined {
  let best: Rule | undefined
  for (const rule of rules) {
    const applies =
      (rule.sessionType ?? sessionType) === sessionType &&
      (rule.place ?? place) === place &&
      (rule.from ?? date) <= date &&
      date <= (rule.until ?? date)
    if (applies && (best === undefined || weightOf(rule) > weightOf(best))) best = rule
  }
  return best
}

const weightOf = ({ sessionType, place, from, until }: Schedule | SpecialDates): number =>
  (sessionType === null ? 0 : 4) + (place === null ? 0 : 2) + (from === null && until === null ? 0 : 1)
