import type { Tx } from '~/platform/db/database.server'
import {
  endCredited,
  putBack,
  selectCredits,
  selectCreditsOf,
  takeOff,
  updateCredits,
} from './credit-store.server'
import { type Credit, creditable, divide } from './credits'
import { type Charge, isRefunded, REFUNDED } from './model'
import { lockLedger, selectLedgers, voidCharge } from './store.server'
import { taxWithin } from './tax'

interface Deps {
  db: Tx
}

const chargesOf = async (db: Tx, bookingId: string): Promise<readonly Charge[]> => {
  await lockLedger(db, bookingId)
  return (await selectLedgers(db, [bookingId])).get(bookingId)?.charges ?? []
}

/**
 * Takes a part off a charge in the caller's transaction, or all of it. Its tax is then what the rest contains.
 * @returns whether it was owed
 */
export async function creditCharge(
  { db }: Deps,
  { bookingId, ...credit }: Credit & { bookingId: string },
  how: NonNullable<Charge['voided']>,
): Promise<boolean> {
  const charge = (await chargesOf(db, bookingId)).find(({ id }) => id === credit.chargeId)
  if (!charge || charge.voided !== null || charge.amountCents === null) return false
  const rest = charge.amountCents - credit.cents
  if (rest <= 0) await voidCharge(db, charge.id, how)
  else await takeOff(db, credit, { amountCents: rest, tax: taxWithin(rest, charge.tax) })
  return true
}

/**
 * Takes what a refund made open again off charges, in the transaction that records it, so that nothing more is owed.
 * @param refund.first the charge that it's taken off first
 * @param invoiced charges that only a credit note changes
 * @returns false if `first` is on an invoice or the other charges are less, and nothing was written
 */
export async function creditRefund(
  { db }: Deps,
  { bookingId, id, cents, first }: { bookingId: string; id: string; cents: number; first: string },
  invoiced: ReadonlySet<string>,
  at: number,
): Promise<boolean> {
  if (invoiced.has(first)) return false
  const credits = divide(creditable(await chargesOf(db, bookingId), invoiced), { cents, first })
  if (!credits) return false
  for (const credit of credits) await creditCharge({ db }, { bookingId, ...credit }, { at, ...REFUNDED })
  await updateCredits(db, id, credits)
  return true
}

/**
 * Owes again what a refund was taken off, in the transaction that voids it.
 * @param stays whether what was taken off this charge isn't owed all the same
 */
export async function endCredits(
  { db }: Deps,
  { bookingId, id }: { bookingId: string; id: string },
  stays: (charge: Charge) => boolean,
): Promise<void> {
  for (const credit of await selectCredits(db, id)) {
    const charge = (await chargesOf(db, bookingId)).find((each) => each.id === credit.chargeId)
    if (charge && !stays(charge)) await oweAgain({ db }, { bookingId, ...credit })
  }
  await updateCredits(db, id, [])
}

/** Owes what was taken off a charge by a refund, in the caller's transaction. */
export async function oweAgain(
  { db }: Deps,
  { bookingId, chargeId, cents }: Credit & { bookingId: string },
): Promise<void> {
  const charge = (await chargesOf(db, bookingId)).find(({ id }) => id === chargeId)
  if (!charge || charge.amountCents === null) return
  // Waived, removed, or void with its session since then.
  if (charge.voided !== null && !isRefunded(charge)) return
  const whole = charge.amountCents + charge.creditedCents
  const amountCents = Math.min(whole, (charge.voided ? 0 : charge.amountCents) + cents)
  await putBack(db, chargeId, {
    ...{ amountCents, creditedCents: whole - amountCents, tax: taxWithin(amountCents, charge.tax) },
  })
}

/**
 * Ends what refunds were taken off the price, in the caller's transaction that agrees on another one. What becomes of
 * these refunds then changes nothing that is charged.
 */
export async function endPriceCredits({ db }: Deps, bookingId: string): Promise<void> {
  const prices = (await chargesOf(db, bookingId)).filter(({ kind }) => kind === 'session')
  const refunds = await selectCreditsOf(db, bookingId)
  for (const price of prices) {
    const ended = refunds.flatMap(({ credits }) => credits.filter(({ chargeId }) => chargeId === price.id))
    if (ended.length === 0) continue
    const cents = ended.reduce((sum, credit) => sum + credit.cents, 0)
    // The last part of a price that is void stays in its amount.
    const apart = isRefunded(price) ? cents - (price.amountCents ?? 0) : cents
    await endCredited(db, price.id, price.creditedCents - apart)
  }
  const isOfPrice = ({ chargeId }: Credit) => prices.some(({ id }) => id === chargeId)
  for (const { id, credits } of refunds)
    if (credits.some(isOfPrice))
      await updateCredits(
        db,
        id,
        credits.filter((credit) => !isOfPrice(credit)),
      )
}
