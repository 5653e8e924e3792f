import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planInstallments } from '~/domains/billing/schedule'
import { withTax } from '~/domains/billing/tax'
import { depositOf, highestPrice, isFor, type Menu, optionField, priceOf, readChoice } from './choice'

const text = fc.string({ maxLength: 20 })
const cents = fc.integer({ min: 0, max: 5_000_000 })
const menus: fc.Arbitrary<Menu> = fc.record({
  packages: fc.array(fc.record({ title: text, text, priceCents: cents }), { minLength: 1, maxLength: 6 }),
  options: fc.array(
    fc.record({
      ...{ title: text, text, priceCents: cents, most: fc.integer({ min: 1, max: 99 }) },
      ...{ isRequired: fc.boolean(), isProduct: fc.boolean() },
      only: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
    { maxLength: 8 },
  ),
  travelFeeCents: cents,
})
const rules = fc.record({
  name: fc.constant('Sales tax'),
  rate: fc.integer({ min: 0, max: 30_000 }),
  isIncluded: fc.boolean(),
  kinds: fc.subarray(['session', 'travel', 'other'] as const),
})
/** What a browser may post: anything, by name. */
const posts = fc.dictionary(
  fc.oneof(
    fc.constant('package'),
    fc.integer({ min: 0, max: 12 }).map(optionField),
    fc.constantFrom('price', 'total', 'option.x', 'option.-1', 'option.0.price'),
  ),
  fc.oneof(
    fc.integer({ min: -3, max: 120 }).map(String),
    fc.constantFrom('', '1.5', '1e3', '٣', ' 2 ', '99999999999'),
  ),
)

const read = (menu: Menu, posted: Record<string, string>) =>
  readChoice(menu, { get: (name) => posted[name] ?? '', names: Object.keys(posted) })

describe('a choice', () => {
  it('is refused, or is on the menu within its limits', () => {
    fc.assert(
      fc.property(menus, posts, (menu, posted) => {
        const chosen = read(menu, posted)
        if (!chosen.ok) {
          expect(Object.keys(chosen.errors)).not.toHaveLength(0)
          return
        }
        expect(menu.packages[chosen.choice.package]).toBeDefined()
        expect(chosen.choice.options).toHaveLength(menu.options.length)
        for (const [at, option] of menu.options.entries()) {
          const quantity = chosen.choice.options[at] ?? Number.NaN
          const isTheirs = isFor(option, chosen.choice.package)
          expect(Number.isInteger(quantity)).toBe(true)
          expect(quantity).toBeGreaterThanOrEqual(isTheirs && option.isRequired ? 1 : 0)
          expect(quantity).toBeLessThanOrEqual(isTheirs ? option.most : 0)
        }
      }),
    )
  })

  it('costs whole minor units: its charges with their tax, and never more than the menu allows', () => {
    fc.assert(
      fc.property(menus, posts, rules, (menu, posted, taxes) => {
        const chosen = read(menu, { ...posted, package: '0' })
        if (!chosen.ok) return
        const price = priceOf(menu, chosen.choice, taxes)
        const charges = [
          withTax('session', price.sessionCents, taxes),
          ...price.lines
            .filter(({ kind }) => kind !== 'session')
            .map(({ kind, cents: each }) => withTax(kind, each, taxes)),
        ]
        const lines = price.lines.reduce((sum, line) => sum + line.cents, 0)
        expect(Number.isSafeInteger(price.totalCents)).toBe(true)
        expect(price.totalCents).toBe(charges.reduce((sum, { amountCents }) => sum + amountCents, 0))
        expect(price.totalCents).toBe(lines + price.addedTaxCents)
        expect(lines).toBeLessThanOrEqual(highestPrice(menu))
        expect(taxes.isIncluded ? price.addedTaxCents : 0).toBe(0)
      }),
    )
  })

  it('is paid by a deposit and the rest, which add up to its price', () => {
    const deposits = fc.oneof(
      fc.record({ depositCents: cents, depositPercent: fc.constant(null) }),
      fc.record({
        depositCents: fc.constant(null),
        depositPercent: fc.option(fc.integer({ min: 0, max: 100 })),
      }),
    )
    fc.assert(
      fc.property(
        cents,
        deposits,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 365 }),
        (totalCents, deposit, installments, daysBefore) => {
          const depositCents = depositOf(totalCents, deposit)
          expect(depositCents).toBeLessThanOrEqual(totalCents)
          const parts = planInstallments(
            { totalCents, depositCents, agreedOn: '2026-11-24', sessionOn: '2027-06-12' },
            { installments, daysBefore },
          )
          const fixed = parts.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
          expect(fixed).toBeLessThanOrEqual(totalCents)
          expect(parts.at(-1)?.amountCents).toBeNull()
        },
      ),
    )
  })

  it('never takes a posted amount, an unknown extra, or one of another package', () => {
    const menu: Menu = {
      packages: [
        { title: 'Small', text: '', priceCents: 100_000 },
        { title: 'Large', text: '', priceCents: 300_000 },
      ],
      options: [
        {
          title: 'Album',
          text: '',
          priceCents: 40_000,
          most: 3,
          isRequired: false,
          isProduct: true,
          only: 2,
        },
        {
          title: 'Retouching',
          text: '',
          priceCents: 5_000,
          most: 1,
          isRequired: true,
          isProduct: false,
          only: null,
        },
      ],
      travelFeeCents: 2_500,
    }
    expect(read(menu, { package: '1', 'option.0': '2', price: '1', total: '1' })).toEqual({
      ...{ ok: true, choice: { package: 1, options: [2, 1] } },
    })
    for (const posted of [
      { package: '2' },
      { package: '' },
      { package: '0', 'option.0': '1' },
      { package: '1', 'option.0': '4' },
      { package: '1', 'option.0': '-1' },
      { package: '1', 'option.7': '1' },
    ] as Record<string, string>[])
      expect(read(menu, posted)).toMatchObject({ ok: false })
    const taxes = { name: 'Sales tax', rate: 6_625, isIncluded: false, kinds: ['other'] as const }
    expect(priceOf(menu, { package: 1, options: [2, 1] }, taxes)).toMatchObject({
      ...{ sessionCents: 305_000, addedTaxCents: 5_300, totalCents: 392_800, taxLabel: 'Sales tax (6.625%)' },
    })
  })
})
