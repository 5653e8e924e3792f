import { expect, it } from 'vitest'
import { sunsetOf } from './sunset'

const minutesApart = (at: number | null, expected: string) =>
  Math.abs((at ?? 0) - Date.parse(expected)) / 60_000

/** From the tables of the United States Naval Observatory and of national weather services. */
it.each([
  ['2026-11-20', 40.767, -74.205, '2026-11-20T21:34:00Z'],
  ['2026-06-21', 40.767, -74.205, '2026-06-22T00:31:00Z'],
  ['2026-12-21', 51.5074, -0.1278, '2026-12-21T15:53:00Z'],
  ['2027-03-20', 0, 0, '2027-03-20T18:11:00Z'],
  ['2026-12-21', -33.8688, 151.2093, '2026-12-21T09:05:00Z'],
])('the sun sets on %s at %d, %d', (date, latitude, longitude, expected) => {
  expect(minutesApart(sunsetOf(date, latitude, longitude), expected)).toBeLessThan(3)
})

it('does not set in the polar summer', () => {
  expect(sunsetOf('2026-06-21', 69.65, 18.96)).toBeNull()
  expect(sunsetOf('2026-12-21', 69.65, 18.96)).toBeNull()
})
