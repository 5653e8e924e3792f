import { addDays, endOfDate, startOfDate, weekdayOf } from '~/platform/time'
import { windowsOn } from '../availability/hours'
import type { Schedule, Span, SpecialDates } from '../availability/model'
import { spanOf } from '../availability/wall-time'

interface OpenRules {
  schedules: Schedule[]
  specialDates: SpecialDates[]
  offers: { sessionType: string; place: string }[]
}

/**
 * When something can be booked on a date: the hours of every session type at every place where it is offered, joined,
 * those of the evening before that go over midnight too.
 */
export function openSpans(rules: OpenRules, date: string, zone: string): Span[] {
  // Without anything on offer, the hours that hold for all.
  const offers = rules.offers.length > 0 ? rules.offers : [{ sessionType: '', place: '' }]
  const [first, last] = [startOfDate(date, zone), endOfDate(date, zone)]
  const windows = new Set(
    [addDays(date, -1), date].flatMap((day) =>
      offers.flatMap((offer) =>
        windowsOn(rules, day, weekdayOf(day), offer).map(({ opens, closes }) => `${day} ${opens} ${closes}`),
      ),
    ),
  )
  const spans = [...windows].map((window) => {
    const [day = date, opens = '', closes = ''] = window.split(' ')
    const { startsAt, endsAt } = spanOf(day, { opens, closes }, zone)
    return { startsAt: Math.max(startsAt, first), endsAt: Math.min(endsAt, last) }
  })
  return joined(spans.filter(({ startsAt, endsAt }) => endsAt > startsAt))
}

function joined(spans: Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = all.at(-1)
    if (last && span.startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, span.endsAt)
    else all.push({ ...span })
  }
  return all
}
