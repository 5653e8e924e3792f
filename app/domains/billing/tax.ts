import type { ChargeKind } from './model'

/** What the studio taxes, and how. */
export interface TaxRules {
  /** On invoices: "Sales tax". */
  name: string
  /** Thousandths of a percent: 6.625 % is 6,625. */
  rate: number
  /** Whether prices contain the tax. Otherwise it's added. */
  isIncluded: boolean
  kinds: readonly ChargeKind[]
}

/** The tax of one charge, as it was when it was charged. */
export interface Tax {
  /** '' without tax. */
  name: string
  /** Thousandths of a percent; 0: not taxed. */
  rate: number
  /** In minor units. Part of the charge's amount. */
  cents: number
}

export const NO_TAX: Tax = { name: '', rate: 0, cents: 0 }

/**
 * A price with its tax, rounded for each charge to the nearest minor unit, half of one up.
 * @param priceCents null: not known yet
 * @returns the amount that is owed, tax included
 */
export function withTax<Price extends number | null>(
  kind: ChargeKind,
  priceCents: Price,
  { name, rate, isIncluded, kinds }: TaxRules,
): { amountCents: Price | number; tax: Tax } {
  if (rate === 0 || !kinds.includes(kind)) return { amountCents: priceCents, tax: NO_TAX }
  if (priceCents === null) return { amountCents: priceCents, tax: { name, rate, cents: 0 } }
  if (isIncluded) return { amountCents: priceCents, tax: taxWithin(priceCents, { name, rate }) }
  const cents = roundedShare(priceCents * rate, WHOLE)
  return { amountCents: priceCents + cents, tax: { name, rate, cents } }
}

/**
 * The tax that an amount contains at a charge's rate, rounded as in `withTax`. For the whole charge it's the charge's tax.
 */
export const taxWithin = (amountCents: number, { name, rate }: Omit<Tax, 'cents'>): Tax => ({
  ...{ name, rate },
  cents: roundedShare(amountCents * rate, WHOLE + rate),
})

/** Thousandths of a percent. */
const WHOLE = 100_000

/** Exact for whole numbers up to 2 ** 53. */
const roundedShare = (amount: number, of: number): number =>
  Math.floor(amount / of) + ((amount % of) * 2 >= of ? 1 : 0)

/** "6.625%" */
export const rateLabel = (rate: number): string => `${rate / 1_000}%`

/** "Sales tax (6.625%)" */
export const taxLabel = ({ name, rate }: Pick<Tax, 'name' | 'rate'>): string => `${name} (${rateLabel(rate)})`

/** Tax on top of the prices, for someone who hasn't seen the total yet. */
export interface AddedTax {
  /** "Sales tax (6.625%)" */
  label: string
  cents: number
}

/** The tax that charging these prices would add; null: none, or it isn't known yet. */
export function taxToAdd(
  prices: readonly (readonly [kind: ChargeKind, priceCents: number | null])[],
  rules: TaxRules,
): AddedTax | null {
  const cents = prices.reduce(
    (sum, [kind, price]) => sum + ((withTax(kind, price, rules).amountCents ?? 0) - (price ?? 0)),
    0,
  )
  return cents > 0 ? { label: taxLabel(rules), cents } : null
}
