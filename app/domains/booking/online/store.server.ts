import { withoutTip } from '~/domains/billing/model'
import { type Db, lockRows } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

export type OnlinePayment = Row<'online_payments'>
export type OnlineRefund = Row<'online_refunds'>

export const selectOnlinePayment = (db: Db, id: string): Promise<OnlinePayment | undefined> =>
  db.selectFrom('online_payments').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockOnlinePayment = (tx: Db, id: string): Promise<OnlinePayment | undefined> =>
  lockRows(tx, tx.selectFrom('online_payments').selectAll().where('id', '=', id)).executeTakeFirst()

export const insertCheck = async (db: Db, row: NewRow<'stripe_checks'>): Promise<void> =>
  void (await db.insertInto('stripe_checks').values(row).execute())

export const selectLatestCheck = (db: Db): Promise<Row<'stripe_checks'> | undefined> =>
  db
    .selectFrom('stripe_checks')
    .selectAll()
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const selectPaymentsOf = (db: Db, bookingId: string): Promise<OnlinePayment[]> =>
  db
    .selectFrom('online_payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const selectPaymentByIntent = (db: Db, intentId: string): Promise<OnlinePayment | undefined> =>
  db.selectFrom('online_payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()

/** @returns false if the booking has an open one. A unique index holds it. */
export async function insertOnlinePayment(db: Db, row: NewRow<'online_payments'>): Promise<boolean> {
  const made = await db
    .insertInto('online_payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function updateOnlinePayment(
  db: Db,
  id: string,
  change: Partial<Omit<OnlinePayment, 'id' | 'booking_id' | 'amount_cents' | 'currency'>>,
): Promise<void> {
  await db.updateTable('online_payments').set(change).where('id', '=', id).execute()
}

/** Payments that may still change, oldest first. @param before milliseconds since 1970 */
export const selectUnsettled = (db: Db, before: number, limit: number): Promise<OnlinePayment[]> =>
  db
    .selectFrom('online_payments')
    .selectAll()
    .where('state', 'in', ['created', 'open', 'processing'])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Ids of refunds that the provider hasn't confirmed, oldest first. @param before milliseconds since 1970 */
export async function selectUnsentRefunds(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('online_refunds')
    .select('id')
    .where('state', '=', 'requested')
    .where('requested_at', '<', before)
    .orderBy('requested_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const selectRefundsOf = (db: Db, paymentIds: string[]): Promise<OnlineRefund[]> =>
  paymentIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('online_refunds')
        .selectAll()
        .where('online_payment_id', 'in', paymentIds)
        .orderBy('requested_at')
        .orderBy('id')
        .execute()

export const selectRefund = (db: Db, id: string): Promise<OnlineRefund | undefined> =>
  db.selectFrom('online_refunds').selectAll().where('id', '=', id).executeTakeFirst()

/** @returns false if it exists */
export async function insertRefund(db: Db, row: NewRow<'online_refunds'>): Promise<boolean> {
  const made = await db
    .insertInto('online_refunds')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function updateRefund(db: Db, id: string, state: OnlineRefund['state']): Promise<void> {
  await db.updateTable('online_refunds').set({ state }).where('id', '=', id).execute()
}

/** Whether a payment or refund of the ledger was made by a provider. */
export async function isOnline(db: Db, ledgerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('online_payments')
    .select('id')
    .where('id', '=', withoutTip(ledgerId))
    .union(db.selectFrom('online_refunds').select('id').where('id', '=', ledgerId))
    .executeTakeFirst()
  return found !== undefined
}

/** @returns false if the event was received before */
export async function insertPaymentEvent(db: Db, id: string, at: number): Promise<boolean> {
  const made = await db
    .insertInto('payment_events')
    .values({ id, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** When the newest event before an instant was received, in milliseconds since 1970; undefined: none is known. */
export async function selectLastEvent(db: Db, before: number): Promise<number | undefined> {
  const newest = await db
    .selectFrom('payment_events')
    .select('received_at')
    .where('received_at', '<', before)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.received_at
}

export async function deletePaymentEvents(db: Db, before: number): Promise<void> {
  await db.deleteFrom('payment_events').where('received_at', '<', before).execute()
}
