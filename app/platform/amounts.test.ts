import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import {
  currencyName,
  decimalMoney,
  fullCurrencyName,
  moneyInput,
  PRICE_MAX_CENTS,
  parseMoney,
  sampleAmounts,
} from './amounts'
import { CURRENCIES } from './currencies'
import { currencyDigits, DEFAULT_CURRENCY, exactMoney, money, setCurrency } from './money'

afterEach(() => setCurrency(DEFAULT_CURRENCY))

it.each([
  [0, '$0'],
  [28_500, '$285'],
  [54_428, '$544.28'],
  [5, '$0.05'],
  [125_000, '$1,250'],
  [123_456_789, '$1,234,567.89'],
  [-2_550, '−$25.50'],
])('writes %i cents as %s', (cents, written) => {
  expect(money(cents)).toBe(written)
})

it('round-trips', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      const read = Number(money(cents).replace('−', '-').replaceAll(/[$,]/g, ''))
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
  expect(parseMoney(text)).toBe(cents)
})

it.each([
  ...['', ' ', '$', '-5', '1e3', '0x10', '1,25', '12,5000', ',250', '1.234', '1.', '.5', '1 250', 'ten'],
  ...['1,000,000.01', '9999999999', '١٢', '1,250,50', 'NaN', 'Infinity', '$$5', '5$'],
])('refuses %j', (text) => {
  expect(parseMoney(text)).toBeUndefined()
})

it('parses every price of a form exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: PRICE_MAX_CENTS }), (cents) => {
      expect(parseMoney(moneyInput(cents))).toBe(cents)
      expect(parseMoney(money(cents))).toBe(cents)
    }),
  )
})

it('parses every amount of a form, including negative ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: -PRICE_MAX_CENTS, max: PRICE_MAX_CENTS }), (cents) => {
      expect(parseMoney(moneyInput(cents), { canBeNegative: true })).toBe(cents)
      expect(parseMoney(money(cents), { canBeNegative: true })).toBe(cents)
    }),
  )
  for (const text of ['--1', '-', '−$', '-1e3'])
    expect(parseMoney(text, { canBeNegative: true })).toBeUndefined()
})

it('parses only whole cents within the limit from any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[$\d,. -]{0,12}$/)), (text) => {
      const cents = parseMoney(text)
      if (cents === undefined) return
      expect(Number.isInteger(cents) && cents >= 0 && cents <= PRICE_MAX_CENTS).toBe(true)
      expect(parseMoney(moneyInput(cents))).toBe(cents)
    }),
  )
})

it.each([
  ['EUR', 28_500, ['€285', '€285.00', '285', '285.00'], 'euros', '285 or 42.50'],
  ['CAD', 28_550, ['$285.50', '$285.50', '285.50', '285.50'], 'Canadian dollars', '285 or 42.50'],
  ['JPY', 28_500, ['¥28,500', '¥28,500', '28,500', '28500'], 'Japanese yen', '285 or 43'],
  [
    'KWD',
    28_500,
    ['KWD\u00a028.500', 'KWD\u00a028.500', '28.500', '28.500'],
    'Kuwaiti dinars',
    '285 or 42.500',
  ],
] as const)('writes %s in its minor units', (code, cents, written, name, samples) => {
  setCurrency(code)
  expect([money(cents), exactMoney(cents), moneyInput(cents), decimalMoney(cents)]).toEqual(written)
  expect([currencyName(), sampleAmounts(285, 42.5)]).toEqual([name, samples])
})

it('calls dollars of the United States dollars, and names their country in full', () => {
  expect([currencyName(), fullCurrencyName()]).toEqual(['dollars', 'US dollars'])
})

it('parses what it writes in every currency, and refuses more decimals than it has', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CURRENCIES),
      fc.integer({ min: -PRICE_MAX_CENTS, max: PRICE_MAX_CENTS }),
      (code, cents) => {
        setCurrency(code)
        expect(parseMoney(moneyInput(cents), { canBeNegative: true })).toBe(cents)
        expect(parseMoney(decimalMoney(Math.abs(cents)))).toBe(Math.abs(cents))
        expect(parseMoney(`1.${'5'.repeat(currencyDigits() + 1)}`)).toBeUndefined()
      },
    ),
  )
})

it('ignores a symbol or code before the number', () => {
  setCurrency('EUR')
  for (const text of ['€285', '€ 285', 'EUR 285', 'EUR\u00a0285', '285.00'])
    expect(parseMoney(text), text).toBe(28_500)
})
