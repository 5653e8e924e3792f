import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

const older = (a: { recorded_at: number; id: string }, b: typeof a) =>
  a.recorded_at - b.recorded_at || (a.id < b.id ? -1 : 1)

const IS_COUNTED = sql<boolean>`voided_at is null`

/**
 * What is paid of each charge, in steps: a tip by its own payment, then fees by the fee payments that were recorded
 * after them, then everything from the oldest on.
 */
export async function paidByRule(db: Db, bookingId: string): Promise<Map<string, number>> {
  const fees = ['reschedule', 'cancellation', 'other']
  const charges = (
    await db.selectFrom('charges').selectAll().where(IS_COUNTED).where('booking_id', '=', bookingId).execute()
  ).sort(
    (a, b) =>
      a.charged_at - b.charged_at ||
      Number(fees.includes(a.kind)) - Number(fees.includes(b.kind)) ||
      (a.id < b.id ? -1 : 1),
  )
  const rankOf = ({ id, purpose }: { id: string; purpose: string }) =>
    charges.some((charge) => charge.id === id) ? 0 : purpose === 'fee' ? 1 : 2
  const payments = (
    await db
      .selectFrom('payments')
      .selectAll()
      .where(IS_COUNTED)
      .where('booking_id', '=', bookingId)
      .execute()
  )
    .map((row) => ({ ...row, rank: rankOf(row), left: row.amount_cents }))
    .sort((a, b) => a.rank - b.rank || (a.rank > 0 ? older(a, b) : older(b, a)))
  let refunded = sum(
    (
      await db
        .selectFrom('refunds')
        .selectAll()
        .where(IS_COUNTED)
        .where('booking_id', '=', bookingId)
        .execute()
    ).map(({ amount_cents }) => amount_cents),
  )
  for (const payment of payments.toReversed()) {
    const back = Math.min(refunded, payment.left)
    payment.left -= back
    refunded -= back
  }
  const paid = new Map<string, number>()
  const pay = (charge: (typeof charges)[number], payment: (typeof payments)[number]) => {
    const cents = Math.min(payment.left, (charge.amount_cents ?? 0) - (paid.get(charge.id) ?? 0))
    payment.left -= cents
    paid.set(charge.id, (paid.get(charge.id) ?? 0) + cents)
  }
  const isUnknown = charges.some(({ amount_cents }) => amount_cents === null)
  for (const payment of payments)
    for (const charge of charges) if (charge.id === payment.id) pay(charge, payment)
  for (const payment of payments)
    for (const charge of charges)
      if (payment.rank === 1 && fees.includes(charge.kind) && charge.charged_at <= payment.recorded_at)
        pay(charge, payment)
  for (const charge of charges)
    for (const payment of payments) if (payment.rank < 2 || !isUnknown) pay(charge, payment)
  return paid
}
