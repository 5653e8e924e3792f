import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dollars } from './money'

it.each([
  [0, '$0'],
  [28_500, '$285'],
  [54_428, '$544.28'],
  [5, '$0.05'],
  [125_000, '$1,250'],
  [123_456_789, '$1,234,567.89'],
  [-2_550, '−$25.50'],
])('writes %i cents as %s', (cents, written) => {
  expect(dollars(cents)).toBe(written)
})

it('writes what can be read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      const read = Number(dollars(cents).replace('−', '-').replaceAll(/[$,]/g, ''))
      expect(Math.round(read * 100)).toBe(cents)
    }),
  )
})
