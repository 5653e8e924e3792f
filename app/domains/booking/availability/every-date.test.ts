import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '~/platform/time'
import type { Calendar, MiniDay, Schedule, SessionRules, SpecialDates, Window } from './model'
import { startsIn } from './starts'
import { sunsetOf } from './sunset'

/**
 * A second, slow implementation of the rules to compare with: it steps through wall-clock time and shares no
 * arithmetic with the product. Random studios are checked on every date of ten years. All settings are
 * multiples of the studio's step, so nothing changes between two steps. The step is five minutes, and one
 * minute for every tenth studio.
 */

const MINUTE = 60_000
const DAY = 1_440
const FIRST_DATE = '2026-11-21'
const DATES = 3_653
const ZONES = [
  'America/New_York',
  'Europe/London',
  'America/Phoenix',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]
const NOW = Date.parse('2026-11-20T15:00:00Z')

interface Studio {
  /** In minutes. */
  step: number
  calendar: Calendar
  rules: SessionRules
}

/** What the clock shows at a step: date (YYYY-MM-DD) and time (minutes since midnight). */
interface Minute {
  at: number
  /** The date, as days since 1970. */
  days: number
  date: string
  time: number
}

const offsetAt = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6

function minutesAround(date: string, { step, calendar: { zone } }: Studio): Minute[] {
  const midnight = Date.parse(date)
  return [-2, -1, 0, 1, 2, 3].flatMap((day) => {
    const from = midnight + day * DAY * MINUTE
    // No zone changes its offset twice a day, so equal offsets at both ends mean one for the whole day.
    const offset = offsetAt(from, zone)
    const isSteady = offset === offsetAt(from + DAY * MINUTE, zone)
    return Array.from({ length: DAY / step }, (_, n) => {
      const at = from + n * step * MINUTE
      const shown = at + (isSteady ? offset : offsetAt(at, zone))
      const days = Math.floor(shown / (DAY * MINUTE))
      return { at, days, time: shown / MINUTE - days * DAY, date: dateOfDay(days) }
    })
  })
}

const dates = new Map<number, string>()

function dateOfDay(days: number): string {
  const known = dates.get(days) ?? new Date(days * DAY * MINUTE).toISOString().slice(0, 10)
  dates.set(days, known)
  return known
}

const named = (rule: Schedule | SpecialDates): number =>
  (rule.sessionType ? 100 : 0) + (rule.place ? 10 : 0) + (rule.from ? 1 : 0)

function hoursOf({ calendar, rules }: Studio, date: string): Window[] {
  const applying = <Rule extends Schedule | SpecialDates>(all: Rule[]) =>
    all
      .filter((rule) => !rule.sessionType || rule.sessionType === rules.sessionType)
      .filter((rule) => !rule.place || rule.place === rules.place)
      .filter((rule) => (!rule.from || rule.from <= date) && (!rule.until || date <= rule.until))
      .toSorted((a, b) => named(b) - named(a))[0]
  const special = applying(calendar.specialDates)
  if (special) return special.hours
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
  return (applying(calendar.schedules)?.hours ?? []).filter((window) => window.weekday === weekday)
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The indexes of each window's first and last open minute. */
function openWindows(studio: Studio, date: string, around: Minute[]): { first: number; last: number }[] {
  return [-1, 0, 1].flatMap((days) => {
    const day = addDays(date, days)
    const midnight = Date.parse(day) / DAY / MINUTE
    return hoursOf(studio, day).map(({ opens, closes }) => {
      const since = (minute: Minute) => minute.time + (minute.days - midnight) * DAY
      const closing = minuteOf(closes) > minuteOf(opens) ? minuteOf(closes) : minuteOf(closes) + DAY
      return {
        first: around.findIndex((minute) => since(minute) >= minuteOf(opens)),
        last: around.findLastIndex((minute) => since(minute) < closing),
      }
    })
  })
}

function isStart(
  { calendar, rules, step }: Studio,
  minute: Minute,
  index: number,
  open: { isOpen: boolean[]; windows: { first: number; last: number }[] },
): boolean {
  const { starts } = rules
  if (starts.kind === 'mini')
    return calendar.miniDays.some(
      (day) =>
        day.sessionType === rules.sessionType &&
        day.place === rules.place &&
        day.date === minute.date &&
        day.starts.some((time) => minuteOf(time) === minute.time),
    )
  for (let n = index; n < index + rules.minutes / step; n++) if (!open.isOpen[n]) return false
  switch (starts.kind) {
    case 'fixed':
      return starts.times.some((time) => minuteOf(time) === minute.time)
    case 'interval':
      return open.windows.some(
        ({ first, last }) =>
          first <= index && index <= last && ((index - first) * step) % starts.minutes === 0,
      )
    case 'sunset':
      return [-1, 0, 1].some((days) => {
        const sunset = sunsetOf(addDays(minute.date, days), starts.latitude, starts.longitude)
        const wanted = (sunset ?? Number.NaN) - starts.minutesBefore * MINUTE
        return minute.at % (5 * MINUTE) === 0 && minute.at <= wanted && wanted < minute.at + 5 * MINUTE
      })
  }
}

/** The time that each mini session day takes: from its first start to the end of its last session. */
const spansOfMiniDays = (days: MiniDay[], around: Minute[]) =>
  days.flatMap((day) => {
    const times = day.starts.map(minuteOf)
    const begins = around.filter((minute) => minute.date === day.date && times.includes(minute.time))
    const ats = begins.map(({ at }) => at)
    const first = Math.min(...ats) - day.minutesBefore * MINUTE
    const last = Math.max(...ats) + (day.minutes + day.minutesAfter) * MINUTE
    return ats.length > 0 ? [{ day, first, last }] : []
  })

/** When the hold of each session on the date ends; null: booked. */
const sessionsOn = ({ sessions }: Calendar, date: string, around: Minute[]): (number | null)[] =>
  sessions
    .filter(({ startsAt }) => around.some((minute) => minute.at === startsAt && minute.date === date))
    .map(({ heldUntil }) => heldUntil)

/** Whether a start is free, held or taken, buffers included. */
function stateAt(
  { calendar, rules }: Studio,
  { at, date }: Minute,
  miniSpans: ReturnType<typeof spansOfMiniDays>,
  booked: (number | null)[],
): string {
  const limit = rules.dailyLimit ?? 1_000
  if (booked.filter((end) => end === null).length >= limit) return 'taken'
  const from = at - rules.minutesBefore * MINUTE
  const until = at + (rules.minutes + rules.minutesAfter) * MINUTE
  const own = calendar.miniDays.find(
    (day) =>
      rules.starts.kind === 'mini' &&
      day.date === date &&
      day.sessionType === rules.sessionType &&
      day.place === rules.place,
  )
  if (miniSpans.some(({ day, first, last }) => day !== own && from < last && first < until)) return 'taken'
  const inTheWay = calendar.busy.filter((busy) => from < busy.endsAt && busy.startsAt < until)
  if (inTheWay.some(({ heldUntil }) => heldUntil === null)) return 'taken'
  return inTheWay.length > 0 || booked.length >= limit ? 'held' : 'free'
}

function expectedStarts(studio: Studio, date: string): string[] {
  const { calendar, rules } = studio
  const today = Temporal.Instant.fromEpochMilliseconds(NOW).toZonedDateTimeISO(calendar.zone).toPlainDate()
  if (today.until(date, { largestUnit: 'days' }).days > rules.bookingWindowDays) return []
  const around = minutesAround(date, studio)
  const windows = openWindows(studio, date, around)
  const miniSpans = spansOfMiniDays(calendar.miniDays, around)
  const booked = sessionsOn(calendar, date, around)
  const isOpen = around.map(() => false)
  for (const { first, last } of windows) for (let n = first; n <= last; n++) isOpen[n] = true
  return around.flatMap((minute, index) => {
    if (minute.date !== date || minute.at < NOW + rules.minimumNoticeHours * 60 * MINUTE) return []
    if (!isStart(studio, minute, index, { isOpen, windows })) return []
    return [`${new Date(minute.at).toISOString()} ${stateAt(studio, minute, miniSpans, booked)}`]
  })
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Times of day in steps of 15 minutes, or of one. */
const timesOf = (step: number) =>
  step === 1
    ? fc.integer({ min: 0, max: DAY - 1 }).map(clock)
    : fc.integer({ min: 0, max: 95 }).map((n) => clock(n * 15))
const typeArb = fc.constantFrom(null, 'portrait', 'family')
const placeArb = fc.constantFrom(null, 'studio', 'park')

/** Dates with a clock change are few and error-prone, so they are checked with more studios. */
const clockChangesOn = (date: string): boolean =>
  ZONES.some((zone) => offsetAt(Date.parse(date), zone) !== offsetAt(Date.parse(addDays(date, 1)), zone))

/** A random studio with rules for dates near the tested one. */
const studioArb = (date: string, step: number): fc.Arbitrary<Studio> => {
  const times = timesOf(step)
  const windowArb = fc.record({ opens: times, closes: times })
  /** One of the given values; with a step of one minute, any value between the smallest and the largest. */
  const minutesAmong = (...some: number[]) =>
    step === 1 ? fc.integer({ min: Math.min(...some), max: Math.max(...some) }) : fc.constantFrom(...some)
  const near = fc.integer({ min: -2, max: 2 }).map((days) => addDays(date, days))
  const noon = Date.parse(`${date}T12:00:00Z`)
  const season = fc.oneof(
    { weight: 2, arbitrary: fc.constant({ from: null, until: null }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(near, near)
        .map(([a, b]) => (a < b ? { from: a, until: b } : { from: b, until: a })),
    },
  )
  const weekArb = fc
    .array(windowArb, { minLength: 1, maxLength: 3 })
    .map((windows) =>
      [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => windows.map((window) => ({ weekday, ...window }))),
    )
  const calendar = fc.record({
    zone: fc.constantFrom(...ZONES),
    schedules: fc.array(
      fc
        .tuple(typeArb, placeArb, season, weekArb)
        .map(([sessionType, place, dates, hours]) => ({ sessionType, place, ...dates, hours })),
      { minLength: 1, maxLength: 3 },
    ),
    specialDates: fc.array(
      fc
        .tuple(typeArb, placeArb, near, near, fc.array(windowArb, { maxLength: 2 }))
        .map(([sessionType, place, a, b, hours]) => ({
          sessionType,
          place,
          from: a < b ? a : b,
          until: a < b ? b : a,
          hours,
        })),
      { maxLength: 1 },
    ),
    miniDays: fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        sessionType: fc.constantFrom('portrait', 'family'),
        place: fc.constantFrom('studio', 'park'),
        date: near,
        starts: fc.array(times, { minLength: 1, maxLength: 4 }),
        minutes: minutesAmong(15, 20),
        minutesBefore: minutesAmong(0, 30),
        minutesAfter: minutesAmong(0, 5),
      }),
      { maxLength: 2, selector: (day) => `${day.sessionType} ${day.place} ${day.date}` },
    ),
    busy: fc.array(
      fc
        .tuple(fc.integer({ min: -2_880, max: 2_880 }), fc.integer({ min: 1, max: 600 }), fc.boolean())
        .map(([from, length, isHeld]) => ({
          startsAt: noon + from * MINUTE,
          endsAt: noon + (from + length) * MINUTE,
          heldUntil: isHeld ? NOW + MINUTE : null,
          by: 'session' as const,
        })),
      { maxLength: 6 },
    ),
    sessions: fc.array(
      fc
        .tuple(fc.integer({ min: -30, max: 30 }), fc.constantFrom(null, NOW + MINUTE))
        .map(([hours, heldUntil]) => ({ startsAt: noon + hours * 60 * MINUTE, heldUntil })),
      { maxLength: 6 },
    ),
  })
  const rules = fc.record({
    sessionType: fc.constant('portrait'),
    place: fc.constant('studio'),
    minutes: minutesAmong(15, 45, 60, 90, 240),
    minutesBefore: minutesAmong(0, 15, 40),
    minutesAfter: minutesAmong(0, 15, 35),
    minimumNoticeHours: fc.constantFrom(0, 24, 72),
    bookingWindowDays: fc.constantFrom(2_000, 4_000),
    dailyLimit: fc.constantFrom(null, null, 2, 3),
    starts: fc.oneof(
      minutesAmong(15, 30, 45, 50).map((minutes) => ({ kind: 'interval' as const, minutes })),
      fc.array(times, { minLength: 1, maxLength: 4 }).map((times) => ({ kind: 'fixed' as const, times })),
      minutesAmong(60, 90).map((minutesBefore) => ({
        kind: 'sunset' as const,
        minutesBefore,
        latitude: 40.767,
        longitude: -74.205,
      })),
      fc.constant({ kind: 'mini' as const }),
    ),
  })
  return fc.record({ step: fc.constant(step), calendar, rules })
}

/** Steps of one minute take five times as long, so most dates use steps of five. */
const runsOn = (date: string, index: number): { step: number; numRuns: number }[] =>
  clockChangesOn(date)
    ? [
        { step: 5, numRuns: 20 },
        { step: 1, numRuns: 3 },
      ]
    : [{ step: index % 17 === 0 ? 1 : 5, numRuns: 1 }]

it('offers exactly the starts that the rules allow, with the right state, on every date of ten years', () => {
  let offered = 0
  const samples = Array.from({ length: DATES }, (_, days) => addDays(FIRST_DATE, days))
  for (const [index, date] of samples.entries())
    for (const { step, numRuns } of runsOn(date, index))
      fc.assert(
        fc.property(studioArb(date, step), (studio) => {
          const starts = startsIn(studio.calendar, studio.rules, NOW)(date)
          offered += starts.length
          expect(starts.map(({ startsAt, state }) => `${new Date(startsAt).toISOString()} ${state}`)).toEqual(
            expectedStarts(studio, date),
          )
        }),
        { numRuns, seed: Date.parse(date) / DAY / MINUTE },
      )
  expect(offered).toBeGreaterThan(DATES)
}, 240_000)
