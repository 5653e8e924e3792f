import type { Tx } from '~/platform/db/database.server'
import { putBack, selectCredits, takeOff, updateCredits } from './credit-store.server'
import { type Credit, creditable, divide } from './credits'
import { type Charge, REFUNDED } from './model'
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
 * @returns false if the other charges are less, and nothing was written
 */
export async function creditRefund(
  { db }: Deps,
  { bookingId, id, cents, first }: { bookingId: string; id: string; cents: number; first: string },
  invoiced: ReadonlySet<string>,
  how: { at: number; by: string },
): Promise<boolean> {
  const credits = divide(creditable(await chargesOf(db, bookingId), invoiced), { cents, first })
  if (!credits) return false
  for (const credit of credits)
    await creditCharge({ db }, { bookingId, ...credit }, { ...how, reason: REFUNDED })
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
  if (charge.voided !== null && charge.voided.reason !== REFUNDED) return
  const whole = charge.amountCents + charge.creditedCents
  const amountCents = Math.min(whole, (charge.voided ? 0 : charge.amountCents) + cents)
  await putBack(db, chargeId, {
    ...{ amountCents, creditedCents: whole - amountCents, tax: taxWithin(amountCents, charge.tax) },
  })
}
