import type { ChargeKind } from '~/domains/billing/model'
import { type TaxRules, taxLabel, withTax } from '~/domains/billing/tax'

export const MOST_PACKAGES = 6
export const MOST_OPTIONS = 20
/** Days in which a proposal can be signed, unless it says otherwise. */
export const OPEN_DAYS = 14

/** Something that a client can add to a package. */
export interface Option {
  title: string
  text: string
  priceCents: number
  /** Highest quantity. */
  most: number
  /** Part of every choice. */
  isRequired: boolean
  /** Charged and taxed like a product of the shop, and not as part of the session. */
  isProduct: boolean
  /** Number of the only package that it's for, from 1; null: all. */
  only: number | null
}

export interface Package {
  title: string
  text: string
  priceCents: number
}

/** What a client chooses from. */
export interface Menu {
  packages: readonly Package[]
  options: readonly Option[]
  travelFeeCents: number
}

export interface Choice {
  /** From 0. */
  package: number
  /** The quantity of each option of the menu. */
  options: number[]
}

export interface PricedLine {
  title: string
  quantity: number
  /** All of them, without tax that is added. */
  cents: number
  kind: Extract<ChargeKind, 'session' | 'travel' | 'other'>
}

export interface Price {
  lines: PricedLine[]
  /** The package with its services. */
  sessionCents: number
  /** Tax on top of the lines. */
  addedTaxCents: number
  /** "Sales tax (6.625%)"; '' without any. */
  taxLabel: string
  totalCents: number
}

/** Names of the form's fields. */
export const PACKAGE_FIELD = 'package'
export const optionField = (at: number): string => `option.${at}`

export const isFor = ({ only }: Pick<Option, 'only'>, packageAt: number): boolean =>
  only === null || only === packageAt + 1

export type ReadChoice = { ok: true; choice: Choice } | { ok: false; errors: Record<string, string> }

/** Reads a posted choice. Anything that isn't on the menu is refused; prices are never read. */
export function readChoice(
  { packages, options }: Pick<Menu, 'packages' | 'options'>,
  { get, names }: { get: (name: string) => string; names: readonly string[] },
): ReadChoice {
  const errors: Record<string, string> = {}
  const typed = get(PACKAGE_FIELD)
  const chosen = /^\d{1,2}$/.test(typed) ? Number(typed) : Number.NaN
  if (!packages[chosen]) errors[PACKAGE_FIELD] = 'Choose one of the packages.'
  const known = options.map((_, at) => optionField(at))
  if (names.some((name) => name.startsWith('option.') && !known.includes(name)))
    errors[PACKAGE_FIELD] ??= 'An extra that you chose is no longer offered. Please choose again.'
  const quantities = options.map((option, at) => {
    const name = optionField(at)
    const posted = get(name).trim()
    const quantity = posted === '' ? 0 : /^\d{1,3}$/.test(posted) ? Number(posted) : Number.NaN
    const isTheirs = Number.isNaN(chosen) || isFor(option, chosen)
    if (Number.isNaN(quantity) || quantity > option.most)
      errors[name] = `Enter a number from ${option.isRequired ? 1 : 0} to ${option.most}.`
    else if (!isTheirs && quantity > 0)
      errors[name] = `“${option.title}” isn’t part of this package. Remove it, or choose the other package.`
    if (!isTheirs) return 0
    return option.isRequired ? Math.max(1, quantity) : quantity
  })
  return Object.keys(errors).length > 0
    ? { ok: false, errors }
    : { ok: true, choice: { package: chosen, options: quantities } }
}

/** What a choice costs. The tax of each charge is rounded like that of any charge. */
export function priceOf({ packages, options, travelFeeCents }: Menu, choice: Choice, rules: TaxRules): Price {
  const chosen = packages[choice.package]
  if (!chosen) throw new Error('A package that isn’t there was priced.')
  const lines: PricedLine[] = [
    { title: chosen.title, quantity: 1, cents: chosen.priceCents, kind: 'session' },
    ...options.flatMap((option, at): PricedLine[] => {
      const quantity = choice.options[at] ?? 0
      const kind = option.isProduct ? 'other' : 'session'
      return quantity === 0
        ? []
        : [{ title: option.title, quantity, cents: option.priceCents * quantity, kind }]
    }),
    ...(travelFeeCents > 0
      ? [{ title: 'Travel', quantity: 1, cents: travelFeeCents, kind: 'travel' as const }]
      : []),
  ]
  const sessionCents = sum(lines.filter(({ kind }) => kind === 'session').map(({ cents }) => cents))
  const charges = [
    { kind: 'session' as const, cents: sessionCents },
    ...lines.filter(({ kind }) => kind !== 'session'),
  ].map(({ kind, cents }) => withTax(kind, cents, rules))
  const totalCents = sum(charges.map(({ amountCents }) => amountCents))
  const addedTaxCents = totalCents - sum(lines.map(({ cents }) => cents))
  return {
    ...{ lines, sessionCents, addedTaxCents, totalCents },
    taxLabel: charges.some(({ tax }) => tax.cents > 0) ? taxLabel(rules) : '',
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)

/** The most that anything on a menu can cost, without tax. */
export const highestPrice = ({ packages, options, travelFeeCents }: Menu): number =>
  Math.max(0, ...packages.map(({ priceCents }) => priceCents)) +
  sum(options.map(({ priceCents, most }) => priceCents * most)) +
  travelFeeCents

/** What is due at the signature. Whichever is set counts, and never more than everything. */
export const depositOf = (
  totalCents: number,
  { depositCents, depositPercent }: { depositCents: number | null; depositPercent: number | null },
): number => Math.min(totalCents, depositCents ?? Math.floor((totalCents * (depositPercent ?? 0)) / 100))
