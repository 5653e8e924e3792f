import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TAX, rateLabel, type TaxRules, withTax } from './tax'

const newJersey: TaxRules = { name: 'Sales tax', rate: 6_625, isIncluded: false, kinds: ['session'] }

test.each([
  ['on top', 28_500, newJersey, 30_388, 1_888],
  ['half a cent up', 8, { ...newJersey, rate: 6_250 }, 9, 1],
  ['less than half a cent down', 7, { ...newJersey, rate: 6_250 }, 7, 0],
  ['contained', 11_900, { ...newJersey, rate: 19_000, isIncluded: true }, 11_900, 1_900],
  ['the highest price', 100_000_000, { ...newJersey, rate: 99_999 }, 199_999_000, 99_999_000],
])('tax %s', (_, price, rules, amountCents, cents) => {
  expect(withTax('session', price, rules)).toEqual({
    amountCents,
    tax: { name: 'Sales tax', rate: rules.rate, cents },
  })
})

test('what isn’t taxed keeps its price, and an unknown price its rate', () => {
  expect(withTax('travel', 4_000, newJersey)).toEqual({ amountCents: 4_000, tax: NO_TAX })
  expect(withTax('session', 4_000, { ...newJersey, rate: 0 })).toEqual({ amountCents: 4_000, tax: NO_TAX })
  expect(withTax('session', null, newJersey)).toEqual({
    amountCents: null,
    tax: { name: 'Sales tax', rate: 6_625, cents: 0 },
  })
  expect(rateLabel(6_625)).toBe('6.625%')
})

test('each line’s tax is the whole number nearest to the exact one, for any price and rate', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(100_000), fc.boolean(), (price, rate, isIncluded) => {
      const { amountCents, tax } = withTax('session', price, { ...newJersey, rate, isIncluded })
      const [exact, of] = [BigInt(price) * BigInt(rate), BigInt(100_000 + (isIncluded ? rate : 0))]
      const distance = BigInt(tax.cents) * of - exact
      expect(2n * distance <= of && 2n * distance > -of).toBe(true)
      expect(amountCents).toBe(isIncluded ? price : price + tax.cents)
      expect(tax.cents).toBeLessThanOrEqual(price)
    }),
    { numRuns: 2_000 },
  )
})
