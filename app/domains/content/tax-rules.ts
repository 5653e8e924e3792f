import type { TaxRules } from '~/domains/billing/tax'
import type { Settings } from './model'

/** What the studio's settings say about tax. */
export const taxRulesOf = ({ policies: { taxRate, taxes } }: Pick<Settings, 'policies'>): TaxRules => ({
  name: taxes.name,
  rate: Math.round(taxRate * 100_000),
  isIncluded: taxes.isIncluded,
  kinds: [
    ...(taxes.sessions ? (['session'] as const) : []),
    ...(taxes.travel ? (['travel'] as const) : []),
    ...(taxes.extras ? (['other'] as const) : []),
  ],
})
