import { creditCharge, oweAgain } from '~/domains/billing/credits.server'
import { isTip, REFUNDED, tipOf } from '~/domains/billing/model'
import { chargeFee, readLedger, recordReceived } from '~/domains/billing/operations.server'
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

type TippedPayment = Pick<OnlinePayment, 'id' | 'booking_id' | 'amount_cents' | 'tip_cents'>
type Disputes = Pick<CheckoutFacts, 'disputes'>

/** What was refunded of a tip isn't charged anymore, so that it's never owed. */
export async function endRefundedTip(
  { db, clock }: Deps,
  payment: TippedPayment,
  { disputes }: Disputes,
): Promise<void> {
  const { id, booking_id: bookingId, tip_cents: tip } = payment
  const { charges } = await readLedger({ db }, bookingId)
  const charge = charges.find((each) => each.id === tipOf(id))
  if (!charge || charge.voided || charge.amountCents === null) return
  const refunded = refundedOfTip(payment, await returnedOf(db, payment, disputes))
  const cents = refunded - (tip - charge.amountCents)
  const how = { at: clock.now(), ...REFUNDED }
  if (cents > 0) await creditCharge({ db }, { bookingId, chargeId: charge.id, cents }, how)
}

/** Charges what a refund had ended of a tip, before the refund counts as failed. */
export async function chargeTipAgain(
  { db }: Pick<Deps, 'db'>,
  payment: TippedPayment,
  refundId: string,
  { disputes }: Disputes,
): Promise<void> {
  const returned = await returnedOf(db, payment, disputes)
  const others = returned.filter(({ id }) => id !== refundId)
  const cents = refundedOfTip(payment, returned) - refundedOfTip(payment, others)
  const tip = { bookingId: payment.booking_id, chargeId: tipOf(payment.id), cents }
  if (cents > 0) await oweAgain({ db }, tip)
}

/** What has been returned of a payment, by refunds and lost disputes. */
async function returnedOf(
  db: Tx,
  { id }: TippedPayment,
  disputes: CheckoutFacts['disputes'],
): Promise<Pick<OnlineRefund, 'id' | 'amount_cents'>[]> {
  const refunds = (await selectRefundsOf(db, [id])).filter(({ state }) => state === 'succeeded')
  const lost = disputes
    .filter(({ state }) => state === 'lost')
    .map((dispute) => ({ id: dispute.id, amount_cents: dispute.amountCents }))
  return [...refunds, ...lost]
}

/** How much of a payment's tip was refunded: as such, or with more than the rest of the payment. */
export function refundedOfTip(
  { amount_cents, tip_cents }: Pick<OnlinePayment, 'amount_cents' | 'tip_cents'>,
  refunds: readonly Pick<OnlineRefund, 'id' | 'amount_cents'>[],
): number {
  const sum = (ofTip: boolean) =>
    refunds.filter(({ id }) => isTip(id) === ofTip).reduce((cents, refund) => cents + refund.amount_cents, 0)
  return Math.min(tip_cents, sum(true) + Math.max(0, sum(false) - (amount_cents - tip_cents)))
}
