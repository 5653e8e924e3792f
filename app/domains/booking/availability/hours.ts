import { addDays, weekdayOf } from '~/platform/time'
import type { Calendar, Schedule, SessionRules, Span, SpecialDates, Window } from './model'
import { spanOf } from './wall-time'

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

export interface OpenHours {
  /** Each window by itself, since starts are counted from its opening. */
  windows: Span[]
  /** What is open without a break: windows that touch are one, also over midnight. */
  stretches: Span[]
}

/**
 * The open hours in which a session beginning on a date can lie: those of the date, of the previous evening
 * past midnight, and of the next day. Computed once per date.
 */
export function openHoursOf(calendar: Calendar, asked: Asked): (date: string) => OpenHours {
  const known = new Map<string, Span[]>()
  const windowsOf = (date: string): Span[] => {
    const windows = known.get(date) ?? spansOf(calendar, date, asked)
    known.set(date, windows)
    return windows
  }
  return (date) => {
    const windows = [addDays(date, -1), date, addDays(date, 1)].flatMap(windowsOf)
    return { windows, stretches: joined(windows) }
  }
}

const spansOf = (calendar: Calendar, date: string, asked: Asked): Span[] =>
  windowsOn(calendar, date, weekdayOf(date), asked)
    .map((window) => spanOf(date, window, calendar.zone))
    .filter(({ startsAt, endsAt }) => endsAt > startsAt)

function joined(spans: Span[]): Span[] {
  const stretches: Span[] = []
  for (const span of spans.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = stretches.at(-1)
    if (last && span.startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, span.endsAt)
    else stretches.push({ ...span })
  }
  return stretches
}
