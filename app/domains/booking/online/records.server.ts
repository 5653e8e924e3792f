import { type Ledger, tipOf } from '~/domains/billing/model'
import type { Db } from '~/platform/db/database.server'
import { money } from '~/platform/money'
import { type OnlinePayment, selectPaymentsOf, selectRefundsOf } from './store.server'
import { refundedOfTip } from './tips.server'

/** What the Studio shows of a booking's online payments. */
export interface OnlineRecords {
  /** What can still be refunded of each payment and each tip, in minor units, by its id in the ledger. */
  left: Map<string, number>
  /** Ids of the refunds. */
  refunds: Set<string>
  warnings: string[]
  /** Payments that failed, which matters as long as something is open. */
  declined: string[]
}

export async function readOnlineRecords(
  { db }: { db: Db },
  bookingId: string,
  ledger: Ledger,
): Promise<OnlineRecords> {
  const payments = await selectPaymentsOf(db, bookingId)
  const refunds = await selectRefundsOf(
    db,
    payments.map(({ id }) => id),
  )
  const paid = payments.filter(({ state }) => state === 'paid')
  const leftOf = (payment: OnlinePayment): [id: string, cents: number][] => {
    // A payment for a canceled session has no tip.
    const tip = ledger.payments.some(({ id }) => id === tipOf(payment.id)) ? payment.tip_cents : 0
    const counted = refunds.filter((each) => each.online_payment_id === payment.id && each.state !== 'failed')
    const refundedTip = refundedOfTip({ ...payment, tip_cents: tip }, counted)
    const left = payment.amount_cents - counted.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    return [
      [payment.id, Math.max(0, left - (tip - refundedTip))],
      ...(tip > 0 ? [[tipOf(payment.id), Math.max(0, tip - refundedTip)] satisfies [string, number]] : []),
    ]
  }
  return {
    left: new Map(paid.flatMap(leftOf)),
    refunds: new Set(refunds.map(({ id }) => id)),
    declined: payments.flatMap(({ problem, state }) => (problem && state === 'failed' ? [problem] : [])),
    warnings: [
      ...payments.flatMap(({ problem, state }) => (problem && state !== 'failed' ? [problem] : [])),
      ...payments.flatMap(disputeWarning),
      ...payments.flatMap(({ state, amount_cents }) =>
        state === 'processing'
          ? [`An online payment of ${money(amount_cents)} is on its way. Some banks take a few days.`]
          : [],
      ),
      ...refunds.flatMap(({ state, amount_cents }) =>
        state === 'requested'
          ? [`A refund of ${money(amount_cents)} was requested. It shows up here once Stripe confirms it.`]
          : [],
      ),
    ],
  }
}

function disputeWarning({ dispute, amount_cents }: OnlinePayment): string[] {
  if (dispute === 'open')
    return [
      `The client’s bank disputes a payment of ${money(amount_cents)}. Answer it in your Stripe Dashboard.`,
    ]
  return dispute === 'lost'
    ? [`The dispute about a payment of ${money(amount_cents)} was lost. The money is recorded as refunded.`]
    : []
}
