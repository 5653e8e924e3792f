import type { Db } from '~/platform/db/database.server'
import type { NewPayment } from './model'

/** @returns false when that one was written before */
export async function insertPayment(
  db: Db,
  payment: NewPayment & { id: string; bookingId: string; at: number; by: string },
): Promise<boolean> {
  const made = await db
    .insertInto('booking_payments')
    .values({
      id: payment.id,
      booking_id: payment.bookingId,
      kind: payment.kind,
      amount_cents: payment.amountCents,
      received_on: payment.receivedOn,
      method: payment.method,
      recorded_at: payment.at,
      recorded_by: payment.by,
      voided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** @returns what was struck out; undefined: nothing of this booking, or struck out before */
export async function markVoided(
  db: Db,
  { id, bookingId, at }: { id: string; bookingId: string; at: number },
): Promise<{ kind: string; amountCents: number; method: string } | undefined> {
  const row = await db
    .updateTable('booking_payments')
    .set({ voided_at: at })
    .where('id', '=', id)
    .where('booking_id', '=', bookingId)
    .where('voided_at', 'is', null)
    .returning(['kind', 'amount_cents', 'method'])
    .executeTakeFirst()
  return row && { kind: row.kind, amountCents: row.amount_cents, method: row.method }
}
