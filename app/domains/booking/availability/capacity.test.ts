import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionsThatFit } from './capacity'
import type { Calendar, SessionRules } from './model'
import { occupiedBy, startsIn } from './starts'

const NOW = Date.parse('2027-06-02T12:00:00Z')
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
const rulesOf = (given: Partial<SessionRules> = {}): SessionRules => ({
  sessionType: 'portrait',
  place: 'studio',
  minutes: 60,
  minutesBefore: 0,
  minutesAfter: 0,
  noticeHours: 0,
  horizonDays: 365,
  dailyLimit: null,
  starts: { kind: 'interval', minutes: 15 },
  ...given,
})
const fitting = (rules: SessionRules[], given: Partial<Calendar> = {}) =>
  sessionsThatFit({ ...calendar, ...given }, rules, { now: NOW, days: 28 })

test('four weeks hold as many sessions as fit one after the other', () => {
  // What is left of the first Wednesday after 8 AM is all of it.
  expect(fitting([rulesOf()])).toBe(20 * 8)
  expect(fitting([rulesOf({ minutesBefore: 15, minutesAfter: 15 })])).toBe(20 * 5)
  expect(fitting([rulesOf({ dailyLimit: 2 })])).toBe(40)
  expect(fitting([rulesOf(), rulesOf({ sessionType: 'family', minutes: 240 })])).toBe(20 * 8)
  expect(fitting([])).toBe(0)
  expect(fitting([rulesOf()], { schedules: [] })).toBe(0)
})

test('every start of a mini-session day counts, and its hours for nothing else', () => {
  const mini = { id: 'm', sessionType: 'mini', place: 'park', minutes: 20, minutesBefore: 0, minutesAfter: 0 }
  const miniDays = [{ ...mini, date: '2027-06-12', starts: ['10:00', '10:20', '10:40'] }]
  const rules = rulesOf({ sessionType: 'mini', place: 'park', minutes: 20, starts: { kind: 'mini' } })
  expect(fitting([rulesOf(), rules], { miniDays })).toBe(160 + 3)
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
        const rules = rulesOf({ minutes, minutesAfter: after, starts: { kind: 'interval', minutes: step } })
        const startsOn = startsIn(calendar, { ...rules, horizonDays: 28 }, NOW)
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
