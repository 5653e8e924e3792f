import { addDays, weekdayOf } from '~/platform/time'
import type { Calendar, Schedule, SessionRules, Span, SpecialDates, Window } from './model'
import { spanOf } from './wall-time'

type OfferKey = Pick<SessionRules, 'sessionType' | 'place'>

/**
 * The hours in which a session of that type can take place at that location on a date, as wall times. Special
 * dates override weekly schedules. Exactly one rule applies, the most specific: session type counts more than
 * location, location more than a date range. Of equal ones, the first in the list applies.
 */
export function windowsOn(
  calendar: Pick<Calendar, 'schedules' | 'specialDates'> & Partial<Calendar>,
  date: string,
  weekday: number,
  offer: OfferKey,
): Window[] {
  const special = mostSpecific(calendar.specialDates, date, offer)
  if (special) return special.hours
  const schedule = mostSpecific(calendar.schedules, date, offer)
  return schedule?.hours.filter((window) => window.weekday === weekday) ?? []
}

function mostSpecific<Rule extends Schedule | SpecialDates>(
  rules: Rule[],
  date: string,
  { sessionType, place }: OfferKey,
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
  /** Separate windows, since interval starts are counted from each opening. */
  windows: Span[]
  /** Windows that overlap or touch, joined, also across midnight. */
  stretches: Span[]
}

/**
 * The open hours that a session beginning on a date can use: those of the date, the day before (for hours
 * past midnight) and the next day. Windows are computed once per date.
 */
export function openHoursOf(calendar: Calendar, offer: OfferKey): (date: string) => OpenHours {
  const known = new Map<string, Span[]>()
  const windowsOf = (date: string): Span[] => {
    const windows = known.get(date) ?? spansOf(calendar, date, offer)
    known.set(date, windows)
    return windows
  }
  return (date) => {
    const windows = [addDays(date, -1), date, addDays(date, 1)].flatMap(windowsOf)
    return { windows, stretches: joined(windows) }
  }
}

const spansOf = (calendar: Calendar, date: string, offer: OfferKey): Span[] =>
  windowsOn(calendar, date, weekdayOf(date), offer)
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
