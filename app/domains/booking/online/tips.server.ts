import { isTip, tipOf } from '~/domains/billing/model'
import { chargeFee, creditCharge, readLedger, recordReceived } from '~/domains/billing/operations.server'
import type { Clock } from '~/platform/clock'
import type { Tx } from '~/platform/db/database.server'
import type { CheckoutFacts } from './provider'
import { type OnlinePayment, type OnlineRefund, selectRefundsOf } from './store.server'

interface Deps {
  db: Tx
  clock: Clock
}

/** A tip is charged when it has been paid, so that it's never owed. */
export async function recordTip(
  { db }: Deps,
  { id, tip_cents: amountCents }: OnlinePayment,
  received: Omit<Parameters<typeof recordReceived>[1], 'id' | 'kind' | 'amountCents'>,
): Promise<void> {
  const { bookingId, at } = received
  const tip = { ...received, id: tipOf(id), amountCents }
  await chargeFee({ db }, { id: tip.id, bookingId, kind: 'other', title: 'Tip', amountCents, at })
  const paid = await recordReceived({ db }, { ...tip, kind: 'fee' }, { mayOverpay: false })
  // What was overpaid before has paid the charge.
  if (!paid.ok) await recordReceived({ db }, { ...tip, kind: 'balance' }, { mayOverpay: true })
}

/** What was refunded of a tip isn't charged anymore, so that it's never owed. */
export async function endRefundedTip(
  { db, clock }: Deps,
  { id, booking_id: bookingId, amount_cents: amountCents, tip_cents: tip }: OnlinePayment,
  { disputes }: Pick<CheckoutFacts, 'disputes'>,
): Promise<void> {
  const { charges } = await readLedger({ db }, bookingId)
  const charge = charges.find((each) => each.id === tipOf(id))
  if (!charge || charge.voided || charge.amountCents === null) return
  const returned = (await selectRefundsOf(db, [id])).filter(({ state }) => state === 'succeeded')
  const lost = disputes
    .filter(({ state }) => state === 'lost')
    .map((dispute) => ({ id: dispute.id, amount_cents: dispute.amountCents }))
  const cents = refundedOfTip({ amountCents, tip }, [...returned, ...lost]) - (tip - charge.amountCents)
  const how = { at: clock.now(), by: '', reason: 'Refunded' }
  if (cents > 0) await creditCharge({ db }, { bookingId, id: charge.id, cents }, how)
}

/** How much of a payment's tip was refunded: as such, or with more than the rest of the payment. */
export function refundedOfTip(
  { amountCents, tip }: { amountCents: number; tip: number },
  refunds: readonly Pick<OnlineRefund, 'id' | 'amount_cents'>[],
): number {
  const sum = (ofTip: boolean) =>
    refunds
      .filter(({ id }) => isTip(id) === ofTip)
      .reduce((cents, { amount_cents }) => cents + amount_cents, 0)
  return Math.min(tip, sum(true) + Math.max(0, sum(false) - (amountCents - tip)))
}
