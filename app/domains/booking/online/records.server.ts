import { tipOf } from '~/domains/billing/model'
import type { Db } from '~/platform/db/database.server'
import { money } from '~/platform/money'
import { type OnlinePayment, selectPaymentsOf, selectRefundsOf } from './store.server'

/** What the Studio shows of a booking's online payments. */
export interface OnlineRecords {
  /** What can still be refunded of each paid one, in minor units, by id. */
  left: Map<string, number>
  /** Ids of the refunds and tips. */
  others: Set<string>
  warnings: string[]
  /** Saved cards that weren't charged, which matters as long as something is open. */
  declined: string[]
}

export async function readOnlineRecords({ db }: { db: Db }, bookingId: string): Promise<OnlineRecords> {
  const payments = await selectPaymentsOf(db, bookingId)
  const refunds = await selectRefundsOf(
    db,
    payments.map(({ id }) => id),
  )
  const paid = payments.filter(({ state }) => state === 'paid')
  const leftOf = (payment: OnlinePayment) =>
    refunds
      .filter((refund) => refund.online_payment_id === payment.id && refund.state !== 'failed')
      .reduce((left, { amount_cents }) => left - amount_cents, payment.amount_cents)
  return {
    left: new Map(paid.map((payment) => [payment.id, Math.max(0, leftOf(payment))])),
    others: new Set([...refunds.map(({ id }) => id), ...paid.map(({ id }) => tipOf(id))]),
    declined: payments.flatMap(({ problem, due_on }) => (problem === '' || due_on === null ? [] : [problem])),
    warnings: [
      ...payments.flatMap(({ problem, due_on }) => (problem === '' || due_on !== null ? [] : [problem])),
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
