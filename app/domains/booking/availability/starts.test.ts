import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { timeLabel } from '~/platform/time'
import { describeInFourZones } from '../../../../test/support/time-zones'
import type { Calendar, SessionRules } from './model'
import { occupiedBy, sessionsThatFit, startsIn } from './starts'
import { sunsetOf } from './sunset'
import { wallTimeOf } from './wall-time'

const NEW_YORK = 'America/New_York'
const HOUR = 3_600_000
const everyDay = (opens: string, closes: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }))

const calendarOf = (given: Partial<Calendar> & { opens?: string; closes?: string } = {}): Calendar => {
  const { opens = '09:00', closes = '18:00', ...rest } = given
  return {
    zone: NEW_YORK,
    schedules: [{ sessionType: null, place: null, from: null, until: null, hours: everyDay(opens, closes) }],
    specialDates: [],
    miniDays: [],
    busy: [],
    sessions: [],
    ...rest,
  }
}

const rulesOf = (given: Partial<SessionRules> = {}): SessionRules => ({
  sessionType: 'portrait',
  place: 'studio',
  minutes: 30,
  minutesBefore: 0,
  minutesAfter: 0,
  minimumNoticeHours: 0,
  bookingWindowDays: 5_000,
  dailyLimit: null,
  starts: { kind: 'interval', minutes: 30 },
  ...given,
})

const NOW = Date.parse('2026-11-20T15:00:00Z')
const startsOn = (date: string, calendar = calendarOf(), rules = rulesOf(), now = NOW) =>
  startsIn(calendar, rules, now)(date)
const walls = (date: string, calendar: Calendar, rules = rulesOf()) =>
  startsOn(date, calendar, rules).map(({ startsAt }) => wallTimeOf(startsAt, calendar.zone).slice(11))
const iso = (at: number) => new Date(at).toISOString().replace(':00.000Z', 'Z')

describeInFourZones('the starts of a day', () => {
  it.each([
    ['each half hour', rulesOf()],
    ['at fixed times', rulesOf({ starts: { kind: 'fixed', times: ['01:30', '02:00', '02:30', '03:00'] } })],
  ])('are never at a time that the clock skips (%s)', (_, rules) => {
    const shown = walls('2027-03-14', calendarOf({ opens: '00:00', closes: '24:00' }), rules)
    expect(shown).toEqual(expect.arrayContaining(['01:30', '03:00']))
    expect(shown.filter((time) => time.startsWith('02'))).toEqual([])
  })

  it.each([
    ['each half hour', rulesOf()],
    ['at fixed times', rulesOf({ starts: { kind: 'fixed', times: ['01:30'] } })],
  ])('are two where the clock shows the time twice, each labeled (%s)', (_, rules) => {
    const starts = startsOn('2027-11-07', calendarOf({ opens: '00:00', closes: '04:00' }), rules)
    const twice = starts.filter(({ startsAt }) => wallTimeOf(startsAt, NEW_YORK).endsWith('01:30'))
    expect(twice.map(({ startsAt }) => iso(startsAt))).toEqual(['2027-11-07T05:30Z', '2027-11-07T06:30Z'])
    expect(twice.map(({ startsAt }) => timeLabel(startsAt, NEW_YORK))).toEqual(['1:30 AM EDT', '1:30 AM EST'])
  })

  it('lie between 17:00Z and 22:00Z when the window is 13:00 to 18:00 on the day of the change', () => {
    const starts = startsOn('2027-03-14', calendarOf({ opens: '13:00', closes: '18:00' }))
    expect(starts).toHaveLength(10)
    expect([iso(starts[0]?.startsAt ?? 0), iso(starts.at(-1)?.endsAt ?? 0)]).toEqual([
      '2027-03-14T17:00Z',
      '2027-03-14T22:00Z',
    ])
  })

  it.each([
    ['2027-03-13', '2027-03-14', 6],
    ['2027-06-05', '2027-06-06', 8],
    ['2027-11-06', '2027-11-07', 10],
  ])('of the night from %s to %s are half hours between 23:00 and 03:00: %i', (evening, morning, count) => {
    const night = calendarOf({
      schedules: [
        {
          sessionType: null,
          place: null,
          from: null,
          until: null,
          hours: [{ weekday: 6, opens: '23:00', closes: '03:00' }],
        },
      ],
    })
    expect([...startsOn(evening, night), ...startsOn(morning, night)]).toHaveLength(count)
  })

  it.each([
    ['2027-03-13T15:00:00Z', '2027-03-14', '11:00'],
    ['2027-11-06T14:00:00Z', '2027-11-07', '09:00'],
    ['2027-06-05T14:00:00Z', '2027-06-06', '10:00'],
  ])('are 24 elapsed hours away from %s, whatever the clock does in between', (now, date, first) => {
    const starts = startsOn(date, calendarOf(), rulesOf({ minimumNoticeHours: 24 }), Date.parse(now))
    expect(wallTimeOf(starts[0]?.startsAt ?? 0, NEW_YORK)).toBe(`${date}T${first}`)
    expect(starts[0]?.startsAt).toBe(Date.parse(now) + 24 * HOUR)
  })

  it.each([
    ['Europe/London', '2027-03-27', '2027-03-27T09:00Z', 18],
    ['Europe/London', '2027-03-28', '2027-03-28T08:00Z', 18],
    ['America/Phoenix', '2027-03-14', '2027-03-14T16:00Z', 18],
    ['Asia/Kathmandu', '2027-03-14', '2027-03-14T03:15Z', 18],
    ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T22:30Z', 18],
    ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T19:00Z', 18],
    ['America/New_York', '2028-02-29', '2028-02-29T14:00Z', 18],
  ])('open at nine in %s on %s', (zone, date, first, count) => {
    const starts = startsOn(date, calendarOf({ zone }))
    expect(iso(starts[0]?.startsAt ?? 0)).toBe(first)
    expect(starts).toHaveLength(count)
  })

  it('keep the half hour that Lord Howe Island turns its clock', () => {
    const allDay = calendarOf({ zone: 'Australia/Lord_Howe', opens: '00:00', closes: '24:00' })
    expect(startsOn('2027-04-04', allDay)).toHaveLength(49)
    expect(startsOn('2027-10-03', allDay)).toHaveLength(47)
    expect(walls('2027-10-03', allDay).filter((time) => time.startsWith('02:0'))).toEqual([])
  })

  it('belong to the date on which they begin, at the end of a year too', () => {
    const late = calendarOf({ opens: '22:00', closes: '02:00' })
    expect(walls('2027-12-31', late).slice(-2)).toEqual(['23:00', '23:30'])
    expect(walls('2028-01-01', late).slice(0, 2)).toEqual(['00:00', '00:30'])
    const fixed = rulesOf({ starts: { kind: 'fixed', times: ['23:30'] } })
    expect(startsOn('2027-12-31', late, fixed).map(({ startsAt }) => iso(startsAt))).toEqual([
      '2028-01-01T04:30Z',
    ])
  })

  it('continue past midnight and from one window into the next', () => {
    const rules = rulesOf({ minutes: 90 })
    const allDay = calendarOf({ opens: '00:00', closes: '24:00' })
    expect(walls('2027-06-05', allDay, rules)).toContain('23:30')
    const halves = calendarOf({
      specialDates: [
        {
          sessionType: null,
          place: null,
          from: '2027-06-05',
          until: '2027-06-05',
          hours: [
            { opens: '09:00', closes: '12:00' },
            { opens: '12:00', closes: '15:00' },
            { opens: '16:00', closes: '17:00' },
          ],
        },
      ],
    })
    expect(walls('2027-06-05', halves, rules).slice(-3)).toEqual(['12:30', '13:00', '13:30'])
    expect(walls('2027-06-05', halves, rules)).toContain('11:30')
  })

  it.each([
    [NEW_YORK, 40.767, -74.205],
    ['Pacific/Kiritimati', 1.87, -157.4],
    ['Asia/Kathmandu', 27.7, 85.3],
  ])('are one an evening when the sun decides (%s)', (zone, latitude, longitude) => {
    const rules = rulesOf({ starts: { kind: 'sunset', minutesBefore: 60, latitude, longitude } })
    const calendar = calendarOf({ zone, opens: '12:00', closes: '23:00' })
    for (const date of ['2027-01-15', '2027-06-21', '2027-09-30']) {
      const starts = startsOn(date, calendar, rules)
      expect(starts, date).toHaveLength(1)
      const at = starts[0]?.startsAt ?? 0
      expect(wallTimeOf(at, zone).slice(0, 10)).toBe(date)
      const sunsets = [-1, 0, 1].map(
        (days) =>
          sunsetOf(
            new Date(Date.parse(date) + days * 24 * HOUR).toISOString().slice(0, 10),
            latitude,
            longitude,
          ) ?? 0,
      )
      expect(sunsets.some((sunset) => sunset - HOUR - at >= 0 && sunset - HOUR - at < 300_000)).toBe(true)
    }
  })

  it('count held sessions for the daily limit until enough holds have ended', () => {
    const limited = (held: (number | null)[]) =>
      startsOn(
        '2027-06-05',
        calendarOf({
          sessions: held.map((heldUntil) => ({ startsAt: Date.parse('2027-06-05T14:00:00Z'), heldUntil })),
        }),
        rulesOf({ dailyLimit: 2 }),
      )[0]
    expect(limited([null])).toMatchObject({ state: 'free' })
    expect(limited([null, null])).toMatchObject({ state: 'taken', heldUntil: null })
    expect(limited([null, 5])).toMatchObject({ state: 'held', heldUntil: 5 })
    expect(limited([7, null, 5])).toMatchObject({ state: 'held', heldUntil: 7 })
    expect(limited([7, null, null])).toMatchObject({ state: 'taken' })
  })
})

const IN_JUNE = Date.parse('2027-06-02T12:00:00Z')
const calendar: Calendar = {
  zone: 'America/New_York',
  schedules: [
    {
      sessionType: null,
      place: null,
      from: null,
      until: null,
      hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' })),
    },
  ],
  specialDates: [],
  miniDays: [],
  busy: [],
  sessions: [],
}
const hourRules = (given: Partial<SessionRules> = {}): SessionRules => ({
  sessionType: 'portrait',
  place: 'studio',
  minutes: 60,
  minutesBefore: 0,
  minutesAfter: 0,
  minimumNoticeHours: 0,
  bookingWindowDays: 365,
  dailyLimit: null,
  starts: { kind: 'interval', minutes: 15 },
  ...given,
})
const fitting = (rules: SessionRules[], given: Partial<Calendar> = {}) =>
  sessionsThatFit({ ...calendar, ...given }, rules, { now: IN_JUNE, days: 28 })

test('four weeks hold as many sessions as fit one after the other', () => {
  // On the first Wednesday, all hours are later than now (8 AM).
  expect(fitting([hourRules()])).toBe(20 * 8)
  expect(fitting([hourRules({ minutesBefore: 15, minutesAfter: 15 })])).toBe(20 * 5)
  expect(fitting([hourRules({ dailyLimit: 2 })])).toBe(40)
  expect(fitting([hourRules(), hourRules({ sessionType: 'family', minutes: 240 })])).toBe(20 * 8)
  expect(fitting([])).toBe(0)
  expect(fitting([hourRules()], { schedules: [] })).toBe(0)
})

test('every start of a mini-session day counts, and its hours for nothing else', () => {
  const mini = { id: 'm', sessionType: 'mini', place: 'park', minutes: 20, minutesBefore: 0, minutesAfter: 0 }
  const miniDays = [{ ...mini, date: '2027-06-12', starts: ['10:00', '10:20', '10:40'] }]
  const rules = hourRules({ sessionType: 'mini', place: 'park', minutes: 20, starts: { kind: 'mini' } })
  expect(fitting([hourRules(), rules], { miniDays })).toBe(160 + 3)
  expect(fitting([rules], { miniDays: [{ ...mini, date: '2027-08-12', starts: ['10:00'] }] })).toBe(0)
})

test('is never more than there are starts, and no fewer than any choice of starts that fit', () => {
  const some = fc.constantFrom(15, 20, 30, 45, 60, 90)
  fc.assert(
    fc.property(
      some,
      some,
      fc.constantFrom(0, 15, 30),
      fc.array(fc.nat(), { maxLength: 40 }),
      (minutes, step, after, picks) => {
        const rules = hourRules({ minutes, minutesAfter: after, starts: { kind: 'interval', minutes: step } })
        const startsOn = startsIn(calendar, { ...rules, bookingWindowDays: 28 }, IN_JUNE)
        const starts = startsOn('2027-06-03').map(({ startsAt }) => startsAt)
        const chosen: number[] = []
        for (const pick of picks) {
          const at = starts[pick % Math.max(1, starts.length)]
          if (at === undefined) continue
          const span = occupiedBy(at, rules)
          const fits = chosen.every((each) => {
            const other = occupiedBy(each, rules)
            return other.endsAt <= span.startsAt || span.endsAt <= other.startsAt
          })
          if (fits) chosen.push(at)
        }
        const perDay = fitting([rules]) / 20
        expect(perDay).toBeGreaterThanOrEqual(chosen.length)
        expect(perDay).toBeLessThanOrEqual(starts.length)
      },
    ),
    { numRuns: 60 },
  )
})
