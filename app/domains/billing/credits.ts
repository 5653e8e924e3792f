import { type Charge, isFee, isTip } from './model'

/** A part of a charge that isn't owed anymore, in minor units. */
export interface Credit {
  chargeId: string
  cents: number
}

type Known = Charge & { amountCents: number }

/**
 * What a refund can be taken off: the price, then what was charged on top of it. Tips have their own refunds.
 * @param invoiced charges on an invoice, which only a credit note changes
 */
export const creditable = (charges: readonly Charge[], invoiced: ReadonlySet<string>): Known[] =>
  charges
    .filter((charge): charge is Known => charge.voided === null && charge.amountCents !== null)
    .filter(({ id }) => !invoiced.has(id) && !isTip(id))
    .sort((a, b) => Number(isFee(a)) - Number(isFee(b)))

/**
 * Divides an amount among charges: as much as possible from the first, the rest from the others in their order.
 * @returns undefined if they are less
 */
export function divide(
  charges: readonly Known[],
  { cents, first }: { cents: number; first: string },
): Credit[] | undefined {
  const ordered = [...charges.filter(({ id }) => id === first), ...charges.filter(({ id }) => id !== first)]
  let left = cents
  const credits = ordered.flatMap(({ id, amountCents }): Credit[] => {
    const part = Math.min(left, amountCents)
    left -= part
    return part > 0 ? [{ chargeId: id, cents: part }] : []
  })
  return left === 0 ? credits : undefined
}
