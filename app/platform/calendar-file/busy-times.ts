import ICAL from 'ical.js'
import { type Wall, ZoneBook } from './zones.ts'

/** A request to read a calendar file. Instants are milliseconds since 1970. */
export interface BusyQuestion {
  text: string
  /** For all-day events and times without a zone. */
  zone: string
  from: number
  until: number
  /** UID suffix of our own events. */
  ownUidEnd: string
}

export interface BusySpan {
  startsAt: number
  endsAt: number
}

export type BusyAnswer =
  /** Sorted, without overlaps. */
  { ok: true; busy: BusySpan[] } | { ok: false; reason: 'no-calendar' | 'too-many' | 'too-slow' }

const MOST_ENTRIES = 20_000
/** Within the requested period. */
const MOST_SPANS = 5_000
/** Recurrence steps, including those before the period. */
const MOST_STEPS = 100_000
const DAY_MS = 86_400_000

class TooMany extends Error {}

/** The busy times in a calendar file (RFC 5545). */
export function busyTimes(question: BusyQuestion): BusyAnswer {
  try {
    const calendars = calendarsOf(question.text)
    if (calendars.length === 0) return { ok: false, reason: 'no-calendar' }
    return { ok: true, busy: merged(calendars.flatMap((calendar) => spansOf(calendar, question))) }
  } catch (error) {
    return { ok: false, reason: error instanceof TooMany ? 'too-many' : 'no-calendar' }
  }
}

function calendarsOf(text: string): ICAL.Component[] {
  const parsed: unknown[] = ICAL.parse(text.replace(/^\uFEFF/, ''))
  const all = typeof parsed[0] === 'string' ? [parsed] : parsed
  return all.map((jcal) => new ICAL.Component(jcal as unknown[])).filter(({ name }) => name === 'vcalendar')
}

function spansOf(calendar: ICAL.Component, question: BusyQuestion): BusySpan[] {
  const entries = calendar.getAllSubcomponents('vevent')
  if (entries.length > MOST_ENTRIES) throw new TooMany()
  const zones = new ZoneBook(calendar, question.zone)
  const ours = entries.filter((entry) => !text(entry, 'uid').endsWith(question.ownUidEnd))
  const changes = changesOf(ours, zones)
  const budget = { steps: MOST_STEPS, spans: MOST_SPANS }
  const repeated = ours.filter(takesTime).flatMap((entry) => {
    const isChange = entry.hasProperty('recurrence-id')
    const changed = isChange ? undefined : changes.get(text(entry, 'uid'))
    return readable(() => [...occurrences(entry, { zones, changed, question, budget })])
  })
  const published = calendar
    .getAllSubcomponents('vfreebusy')
    .flatMap((entry) => readable(() => [...publishedSpans(entry, { question, budget })]))
  return [...repeated, ...published]
}

/** Skips an unreadable event without losing the others. */
function readable(read: () => BusySpan[]): BusySpan[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooMany) throw error
    return []
  }
}

/**
 * Changes to a recurring event by others with the same UID: of single occurrences, or of one and all later
 * ones.
 */
interface Changes {
  /** Original starts of changed occurrences. */
  single: Set<number>
  /** Sorted by time: the first occurrence, its shift, its length, and whether it is busy. */
  later: { from: number; by: number; lengthOf: LengthOf; takesTime: boolean }[]
}

function changesOf(entries: ICAL.Component[], zones: ZoneBook): Map<string, Changes> {
  const changes = new Map<string, Changes>()
  for (const entry of entries) {
    const of = entry.getFirstProperty('recurrence-id')
    if (!of) continue
    const { single, later } = changes.get(text(entry, 'uid')) ?? { single: new Set(), later: [] }
    changes.set(text(entry, 'uid'), { single, later })
    const [from] = wallsOf(of).map((wall) => zones.instantOf(wall))
    if (from === undefined) continue
    single.add(from)
    const isAllAfter = String(of.getFirstParameter('range')).toUpperCase() === 'THISANDFUTURE'
    const start = entry.getFirstProperty('dtstart')
    const first = start && wallsOf(start)[0]
    if (!isAllAfter || !first) continue
    const by = zones.instantOf(first) - from
    later.push({ from, by, lengthOf: lengthIn(entry, first, zones), takesTime: takesTime(entry) })
    later.sort((a, b) => a.from - b.from)
  }
  return changes
}

/** Published free/busy times (RFC 5545 3.6.4). */
function* publishedSpans(
  entry: ICAL.Component,
  { question: { from, until }, budget }: Pick<Reading, 'question' | 'budget'>,
): Generator<BusySpan> {
  for (const property of entry.getAllProperties('freebusy')) {
    if (String(property.getFirstParameter('fbtype')).toUpperCase() === 'FREE') continue
    for (const period of property.getValues()) {
      if (!(period instanceof ICAL.Period)) continue
      const startsAt = period.start.toUnixTime() * 1000
      const endsAt = period.getEnd().toUnixTime() * 1000
      if (endsAt <= startsAt || endsAt <= from || startsAt >= until) continue
      if (--budget.spans < 0) throw new TooMany()
      yield { startsAt: Math.max(startsAt, from), endsAt: Math.min(endsAt, until) }
    }
  }
}

function takesTime(entry: ICAL.Component): boolean {
  const isFree =
    text(entry, 'transp').toUpperCase() === 'TRANSPARENT' ||
    text(entry, 'x-microsoft-cdo-busystatus').toUpperCase() === 'FREE'
  return !isFree && text(entry, 'status').toUpperCase() !== 'CANCELLED'
}

interface Reading {
  zones: ZoneBook
  changed: Changes | undefined
  question: BusyQuestion
  budget: { steps: number; spans: number }
}

function* occurrences(
  entry: ICAL.Component,
  { zones, changed, question, budget }: Reading,
): Generator<BusySpan> {
  const start = entry.getFirstProperty('dtstart')
  const first = start && wallsOf(start)[0]
  if (!first) return
  const lengthOf = lengthIn(entry, first, zones)
  const excluded = new Set(changed?.single)
  for (const property of entry.getAllProperties('exdate'))
    for (const wall of wallsOf(property)) excluded.add(zones.instantOf(wall))
  const seen = new Set<number>()
  for (const wall of beginnings(entry, first, { zones, until: question.until, budget })) {
    const planned = zones.instantOf(wall)
    if (excluded.has(planned) || seen.has(planned)) continue
    const later = changed?.later.findLast(({ from }) => from <= planned)
    if (later && !later.takesTime) continue
    const startsAt = planned + (later?.by ?? 0)
    const endsAt = startsAt - planned + (later?.lengthOf ?? lengthOf)(wall, planned)
    if (endsAt <= startsAt || endsAt <= question.from || startsAt >= question.until) continue
    seen.add(planned)
    if (--budget.spans < 0) throw new TooMany()
    yield { startsAt: Math.max(startsAt, question.from), endsAt: Math.min(endsAt, question.until) }
  }
}

type LengthOf = (wall: Wall, startsAt: number) => number

/** End of an occurrence: by calendar days for all-day events, by duration for others. */
function lengthIn(entry: ICAL.Component, first: Wall, zones: ZoneBook): LengthOf {
  const end = entry.getFirstProperty('dtend')
  const last = end && wallsOf(end)[0]
  const duration = entry.getFirstPropertyValue('duration')
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : undefined
  if (first.time.isDate) {
    const days = last
      ? Math.round((last.time.toUnixTime() - first.time.toUnixTime()) / 86_400)
      : Math.round((seconds ?? 86_400) / 86_400)
    return (wall: Wall) => {
      const time = wall.time.clone()
      time.adjust(Math.max(1, days), 0, 0, 0)
      return zones.instantOf({ ...wall, time })
    }
  }
  const elapsed = last ? zones.instantOf(last) - zones.instantOf(first) : (seconds ?? 0) * 1000
  return (_: Wall, startsAt: number) => startsAt + elapsed
}

interface Stepping {
  zones: ZoneBook
  until: number
  budget: Reading['budget']
}

function* beginnings(
  entry: ICAL.Component,
  first: Wall,
  { zones, until, budget }: Stepping,
): Generator<Wall> {
  yield first
  for (const property of entry.getAllProperties('rdate')) yield* wallsOf(property)
  for (const property of entry.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur)) continue
    const last = rule.until ? lastOf(rule.until, first, zones) : Number.POSITIVE_INFINITY
    // Compared as instants below, since the rule uses wall times and its end is mostly UTC.
    rule.until = null
    const steps = rule.iterator(first.time)
    for (let time = steps.next(); time; time = steps.next()) {
      if (--budget.steps < 0) throw new TooMany()
      const wall = { ...first, time: time.clone() }
      const at = zones.instantOf(wall)
      if (at > last || at >= until) break
      yield wall
    }
  }
}

function lastOf(until: ICAL.Time, first: Wall, zones: ZoneBook): number {
  const zone = until.zone === ICAL.Timezone.utcTimezone ? { tzid: undefined, isUtc: true } : first
  const at = zones.instantOf({ ...zone, time: until })
  return until.isDate && !first.time.isDate ? at + DAY_MS - 1 : at
}

/** Wall times of a property; the starts of periods. */
function wallsOf(property: ICAL.Property): Wall[] {
  const tzid = property.getFirstParameter('tzid') || undefined
  return property.getValues().flatMap((value: unknown) => {
    const time = value instanceof ICAL.Period ? value.start : value
    if (!(time instanceof ICAL.Time)) return []
    return [{ time, tzid, isUtc: time.zone === ICAL.Timezone.utcTimezone }]
  })
}

function text(entry: ICAL.Component, name: string): string {
  const value = entry.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : ''
}

function merged(spans: BusySpan[]): BusySpan[] {
  const result: BusySpan[] = []
  for (const span of spans.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = result.at(-1)
    if (last && span.startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, span.endsAt)
    else result.push({ ...span })
  }
  return result
}
