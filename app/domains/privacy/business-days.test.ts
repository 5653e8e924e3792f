import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addBusinessDays, isBusinessDay } from './business-days'

const date = fc
  .integer({ min: 0, max: 365 * 60 })
  .map((days) => Temporal.PlainDate.from('2021-01-01').add({ days }).toString())
const count = fc.integer({ min: 1, max: 40 })

test('the last day is a business day, with exactly that many after the first day', () => {
  fc.assert(
    fc.property(date, count, (from, n) => {
      const to = addBusinessDays(from, n)
      expect(isBusinessDay(to)).toBe(true)
      let between = 0
      for (let day = Temporal.PlainDate.from(from); day.toString() < to; ) {
        day = day.add({ days: 1 })
        if (isBusinessDay(day.toString())) between += 1
      }
      expect(between).toBe(n)
    }),
  )
})

test('adding one by one equals adding all at once', () => {
  fc.assert(
    fc.property(date, count, count, (from, a, b) => {
      expect(addBusinessDays(addBusinessDays(from, a), b)).toBe(addBusinessDays(from, a + b))
    }),
  )
})

test('a year has eleven observed holidays on weekdays', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2022, max: 2080 }), (year) => {
      let holidays = 0
      for (
        let day = Temporal.PlainDate.from({ year, month: 1, day: 1 });
        day.year === year;
        day = day.add({ days: 1 })
      )
        if (day.dayOfWeek <= 5 && !isBusinessDay(day.toString())) holidays += 1
      // New Year's Day on a Saturday is observed in the previous year.
      expect(holidays).toBeGreaterThanOrEqual(10)
      expect(holidays).toBeLessThanOrEqual(12)
    }),
    { numRuns: 20 },
  )
})

// Dates from the list of the Office of Personnel Management.
test.each([
  '2026-01-01',
  '2026-01-19',
  '2026-02-16',
  '2026-05-25',
  '2026-06-19',
  '2026-07-03',
  '2026-09-07',
  '2026-10-12',
  '2026-11-11',
  '2026-11-26',
  '2026-12-25',
  '2027-06-18',
  '2027-07-05',
  '2027-12-24',
  '2027-12-31',
  '2028-11-10',
])('%s is a holiday', (day) => {
  expect(isBusinessDay(day)).toBe(false)
})

test.each(['2026-01-02', '2026-11-27', '2026-12-24', '2027-12-30', '2028-01-03'])(
  '%s is a business day',
  (day) => {
    expect(isBusinessDay(day)).toBe(true)
  },
)

test.each([
  ['2026-11-20', '2026-12-14'],
  ['2026-11-21', '2026-12-14'],
  ['2026-12-23', '2027-01-15'],
  ['2026-06-01', '2026-06-23'],
])('15 business days after %s is %s (D1)', (from, to) => {
  expect(addBusinessDays(from, 15)).toBe(to)
})
