import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Booking } from '../reservations/model'
import { selectBooking } from '../reservations/store.server'
import type { BookingRequirements } from './model'

/** Locks a booking until the transaction ends, and reads it. */
export async function lockBooking(tx: Tx, id: string): Promise<Booking | undefined> {
  await lockRows(tx, tx.selectFrom('bookings').select('id').where('id', '=', id)).executeTakeFirst()
  return await selectBooking(tx, { id })
}

/** Whether an open request requires a contract from a template that its client hasn't opened. */
export async function isTemplateAwaited(db: Db, template: string): Promise<boolean> {
  const rows = await db
    .selectFrom('bookings')
    .select('requirements')
    .where('state', '=', 'requested')
    .where('requirements', 'like', `%${template}%`)
    .execute()
  return rows.some(({ requirements }) =>
    (JSON.parse(requirements ?? '{"items":[]}') as BookingRequirements).items.some(
      (item) => item.template === template && item.doneAt === null && item.contract === undefined,
    ),
  )
}

/** Ids of bookings whose hold ends by an instant. */
export const heldUntilQuery = (db: Db, until: number) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('held_until', '<=', until)
    .where('state', '=', 'requested')
    .orderBy('held_until')
