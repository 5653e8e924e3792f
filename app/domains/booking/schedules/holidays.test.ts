import { expect, it } from 'vitest'
import { federalHolidays } from './holidays'

it('knows the federal holidays of a year', () => {
  expect(federalHolidays(2026).map(({ date }) => date)).toEqual([
    ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-04'],
    ...['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'],
  ])
  // Includes years in which a month begins or ends on that weekday.
  const on = (year: number, title: string) =>
    federalHolidays(year).find((holiday) => holiday.title === title)?.date
  expect(on(2027, 'Memorial Day')).toBe('2027-05-31')
  expect(on(2031, 'Labor Day')).toBe('2031-09-01')
  expect(on(2029, 'Thanksgiving')).toBe('2029-11-22')
  expect(on(2028, 'Martin Luther King Jr. Day')).toBe('2028-01-17')
})
