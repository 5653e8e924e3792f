import { addDays, weekdayOf } from '~/platform/time'
import { windowsOn } from './hours'
import type { Calendar, SessionRules, Span } from './model'
import { spanOf } from './wall-time'

export interface OpenHours {
  /** Each window by itself, since starts are counted from its opening. */
  windows: Span[]
  /** What is open without a break: windows that touch are one, also over midnight. */
  stretches: Span[]
}

type Asked = Pick<SessionRules, 'sessionType' | 'place'>

/**
 * The open hours that a session which begins on a date can lie in: those of the date, of the evening before that go
 * over midnight, and of the day after. Each date's are worked out once.
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
