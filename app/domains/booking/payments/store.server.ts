import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { BookingPayment } from '../reservations/model'
import type { BookingFee, NewPayment } from './model'

/** @returns false if a fee with this id exists */
export async function insertFee(
  db: Db,
  bookingId: string,
  { id = newId(), cause, title, amountCents, chargedAt }: Omit<BookingFee, 'id' | 'waived'> & { id?: string },
): Promise<boolean> {
  const made = await db
    .insertInto('booking_fees')
    .values({
      ...{ id, booking_id: bookingId, cause, title, amount_cents: amountCents, charged_at: chargedAt },
      ...{ waived_at: null, waived_by: '', waive_reason: '' },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Oldest first. */
export async function selectFees(db: Db, bookingId: string): Promise<BookingFee[]> {
  const rows = await db
    .selectFrom('booking_fees')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
  return rows.map(feeFrom)
}

const feeFrom = (row: Row<'booking_fees'>): BookingFee => ({
  id: row.id,
  cause: row.cause,
  title: row.title,
  amountCents: row.amount_cents,
  chargedAt: row.charged_at,
  waived: row.waived_at === null ? null : { at: row.waived_at, by: row.waived_by, reason: row.waive_reason },
})

/** @returns the fee; undefined: not of this booking, or already waived */
export async function markWaived(
  db: Db,
  { id, bookingId }: { id: string; bookingId: string },
  { at, by, reason }: NonNullable<BookingFee['waived']>,
): Promise<BookingFee | undefined> {
  const row = await db
    .updateTable('booking_fees')
    .set({ waived_at: at, waived_by: by, waive_reason: reason })
    .where('id', '=', id)
    .where('booking_id', '=', bookingId)
    .where('waived_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && feeFrom(row)
}

export interface BookingMoney {
  fees: BookingFee[]
  payments: Pick<BookingPayment, 'kind' | 'amountCents' | 'voidedAt'>[]
}

/** The fees and payments of some bookings, by booking id. */
export async function selectMoney(db: Db, ids: string[]): Promise<Map<string, BookingMoney>> {
  const money = new Map(ids.map((id): [string, BookingMoney] => [id, { fees: [], payments: [] }]))
  if (ids.length === 0) return money
  const fees = await db.selectFrom('booking_fees').selectAll().where('booking_id', 'in', ids).execute()
  for (const fee of fees) money.get(fee.booking_id)?.fees.push(feeFrom(fee))
  const payments = await db
    .selectFrom('booking_payments')
    .select(['booking_id', 'kind', 'amount_cents', 'voided_at'])
    .where('booking_id', 'in', ids)
    .execute()
  for (const { booking_id, kind, amount_cents, voided_at } of payments)
    money.get(booking_id)?.payments.push({ kind, amountCents: amount_cents, voidedAt: voided_at })
  return money
}

/** @returns false if a payment with this id exists */
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

/** @returns the voided payment; undefined: not of this booking, or already voided */
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
