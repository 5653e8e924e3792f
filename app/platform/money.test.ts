import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dollars, dollarsInput } from '~/ui/money'
import { PRICE_MAX_CENTS, parseDollars } from './money'

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

it('round-trips', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      const read = Number(dollars(cents).replace('−', '-').replaceAll(/[$,]/g, ''))
      expect(Math.round(read * 100)).toBe(cents)
    }),
  )
})

it.each([
  ['1,250.50', 125_050],
  ['$1,250', 125_000],
  [' 1250.5 ', 125_050],
  ['0.29', 29],
  ['0', 0],
  ['1,000,000', PRICE_MAX_CENTS],
])('reads %j as %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents)
})

it.each([
  ...['', ' ', '$', '-5', '1e3', '0x10', '1,25', '12,5000', ',250', '1.234', '1.', '.5', '1 250', 'ten'],
  ...['1,000,000.01', '9999999999', '١٢', '1,250,50', 'NaN', 'Infinity', '$$5', '5$'],
])('refuses %j', (text) => {
  expect(parseDollars(text)).toBeUndefined()
})

it('parses every price of a form exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: PRICE_MAX_CENTS }), (cents) => {
      expect(parseDollars(dollarsInput(cents))).toBe(cents)
      expect(parseDollars(dollars(cents))).toBe(cents)
    }),
  )
})

it('parses every amount of a form, including negative ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: -PRICE_MAX_CENTS, max: PRICE_MAX_CENTS }), (cents) => {
      expect(parseDollars(dollarsInput(cents), { canBeNegative: true })).toBe(cents)
      expect(parseDollars(dollars(cents), { canBeNegative: true })).toBe(cents)
    }),
  )
  for (const text of ['--1', '-', '−$', '-1e3'])
    expect(parseDollars(text, { canBeNegative: true })).toBeUndefined()
})

it('parses only whole cents within the limit from any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[$\d,. -]{0,12}$/)), (text) => {
      const cents = parseDollars(text)
      if (cents === undefined) return
      expect(Number.isInteger(cents) && cents >= 0 && cents <= PRICE_MAX_CENTS).toBe(true)
      expect(parseDollars(dollarsInput(cents))).toBe(cents)
    }),
  )
})
