import {
  addDays,
  bareTime,
  dateOf,
  dayLabel,
  endOfDate,
  instantOf,
  shortZoneName,
  startOfDate,
  weekdayName,
  weekdayOf,
  zoneName,
} from '~/platform/time'
import type { Settings } from './model'

export interface OpeningHours {
  /** The owner's text: "Tuesday to Saturday, 9 AM to 6 PM (Eastern Time)" */
  summary: string
  /** Whether any weekly hours are entered. Without them, the sentence says nothing about today. */
  hasHours: boolean
  openNow: boolean
  /** "Open until 6 PM today (Eastern Time)." */
  sentence: string
  /** The time when `openNow` or `sentence` changes; Infinity: never. */
  validUntil: number
}

interface Span {
  opens: number
  closes: number
}

/** Weekly hours repeat, so looking further ahead is useless. */
const HORIZON_DAYS = 9
/** Anything open longer never closes. */
const WEEK_AND_A_DAY = 8 * 86_400_000
const HOUR = 3_600_000

/** The last result, since most pages show it and it stays the same for hours. */
let last:
  | { hours: Settings['hours']; zone: string; from: number; until: number; shown: OpeningHours }
  | undefined

/** The weekly hours at an instant, in the studio's zone. */
export function openingHours(hours: Settings['hours'], zone: string, now: number): OpeningHours {
  if (last?.hours === hours && last.zone === zone && last.from <= now && now < last.until) return last.shown
  const shown = openingHoursAt(hours, zone, now)
  // The zone's name in the summary may change at any hour.
  const until = Math.min(shown.validUntil, (Math.floor(now / HOUR) + 1) * HOUR)
  last = { hours, zone, from: now, until, shown }
  return shown
}

function openingHoursAt(hours: Settings['hours'], zone: string, now: number): OpeningHours {
  const today = dateOf(now, zone)
  const spans = spansFrom(hours.weekly, zone, addDays(today, -1))
  const state = stateAt(spans, zone, now)
  const midnights = Array.from({ length: HORIZON_DAYS }, (_, day) =>
    startOfDate(addDays(today, day + 1), zone),
  )
  const changes = [...midnights, ...spans.flatMap(({ opens, closes }) => [opens, closes])]
    .filter((at) => at > now && at <= (midnights.at(-1) ?? now))
    .sort((a, b) => a - b)
  const validUntil = changes.find((at) => {
    const then = stateAt(spans, zone, at)
    return then.sentence !== state.sentence || then.openNow !== state.openNow
  })
  return {
    summary: zonedSummary(hours.summary, zone, now),
    hasHours: spans.length > 0,
    ...state,
    validUntil: validUntil ?? Number.POSITIVE_INFINITY,
  }
}

/** The owner's text, with the zone appended if it contains times without one. */
function zonedSummary(summary: string, zone: string, now: number): string {
  const [name, short] = [zoneName(zone, now), shortZoneName(zone, now)]
  const isNamed = summary.includes(name) || summary.endsWith(short)
  return /\d/.test(summary) && !isNamed ? `${summary} (${name})` : summary
}

/** Opening times from a date on, in order, with adjacent ones merged. */
function spansFrom(weekly: Settings['hours']['weekly'], zone: string, from: string): Span[] {
  const spans: Span[] = []
  for (let day = 0; day < 3 * HORIZON_DAYS; day++) {
    const date = addDays(from, day)
    for (const entry of weekly.filter((each) => each.day === weekdayOf(date))) {
      // Closing at or before the opening time means the next day.
      const closesOn = entry.closes > entry.opens ? date : addDays(date, 1)
      const span = {
        opens: instantOf(date, entry.opens, zone),
        closes: instantOf(closesOn, entry.closes, zone),
      }
      if (span.closes > span.opens) spans.push(span)
    }
  }
  spans.sort((a, b) => a.opens - b.opens)
  return spans.reduce<Span[]>((merged, span) => {
    const last = merged.at(-1)
    if (last && span.opens <= last.closes) last.closes = Math.max(last.closes, span.closes)
    else merged.push({ ...span })
    return merged
  }, [])
}

function stateAt(spans: Span[], zone: string, now: number): Pick<OpeningHours, 'openNow' | 'sentence'> {
  const current = spans.find(({ opens, closes }) => opens <= now && now < closes)
  if (current) return { openNow: true, sentence: openSentence(current, zone, now) }
  const next = spans.find(({ opens }) => opens > now)
  return { openNow: false, sentence: next ? closedSentence(next, zone, now) : 'Open by appointment.' }
}

function openSentence({ closes }: Span, zone: string, now: number): string {
  const today = dateOf(now, zone)
  if (closes - now > WEEK_AND_A_DAY) return 'Open around the clock.'
  if (closes === endOfDate(today, zone)) return `Open until midnight (${zoneName(zone, now)}).`
  return `Open until ${bareTime(closes, zone)} ${dayFrom(today, closes, zone)} (${zoneName(zone, now)}).`
}

function closedSentence({ opens }: Span, zone: string, now: number): string {
  const day = dayFrom(dateOf(now, zone), opens, zone)
  return `Opens ${day} at ${bareTime(opens, zone)} (${zoneName(zone, now)}).`
}

/** "today", "tomorrow", "Saturday", or "Saturday, November 28" when it is a week away. */
function dayFrom(today: string, at: number, zone: string): string {
  const date = dateOf(at, zone)
  if (date === today) return 'today'
  if (date === addDays(today, 1)) return 'tomorrow'
  return date < addDays(today, 7) ? weekdayName(date) : dayLabel(date)
}
