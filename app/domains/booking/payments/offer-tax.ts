import { type AddedTax, taxToAdd } from '~/domains/billing/tax'
import type { Settings } from '~/domains/content/model'
import { taxRulesOf } from '~/domains/content/tax-rules'

/** The tax that booking an offer now adds to its price and travel. */
export const offerTax = (
  {
    priceCents,
    priceUnit,
    travelFeeCents,
  }: { priceCents: number; priceUnit: string; travelFeeCents: number },
  settings: Pick<Settings, 'policies'>,
): AddedTax | null =>
  taxToAdd(
    [
      ['session', priceUnit ? null : priceCents],
      ['travel', travelFeeCents],
    ],
    taxRulesOf(settings),
  )
