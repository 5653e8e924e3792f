import type { Db, Tx } from '~/platform/db/database.server'
import { lockRows } from '~/platform/db/row-locks.server'
import type { NewRow, Row } from '~/platform/db/schema'
import type { Span } from '../availability/model'

/**
 * Waits until no other transaction changes this resource's calendar: rules that count or compare (a daily limit, a
 * mini-session day) hold what they saw until the end. On SQLite every transaction that writes does so already.
 */
export async function lockCalendar(tx: Tx, resourceId: string): Promise<void> {
  const resource = tx.selectFrom('resources').select('id').where('id', '=', resourceId)
  await lockRows(tx, resource).executeTakeFirstOrThrow()
}

/** Holds that have ended are nobody's any more. */
export async function dropExpiredHolds(tx: Tx, resourceNumber: number, now: number): Promise<void> {
  await expiredHoldsQuery(tx, resourceNumber, now).execute()
}

/** Only holds have an end; the index is of those alone. */
export const expiredHoldsQuery = (tx: Db, resourceNumber: number, now: number) =>
  tx.deleteFrom('occupancies').where('resource_number', '=', resourceNumber).where('expires_at', '<=', now)

/**
 * Takes time. The database itself refuses what overlaps (a GiST exclusion constraint on PostgreSQL, a trigger on
 * SQLite), whoever writes.
 * @returns whether it was free
 */
export async function occupy(tx: Tx, row: NewRow<'occupancies'>): Promise<boolean> {
  try {
    const made = await tx
      .insertInto('occupancies')
      .values(row)
      // An exclusion constraint answers to no other clause; on SQLite the trigger speaks first.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return made !== undefined
  } catch (error) {
    if (error instanceof Error && error.message.includes('occupancies_apart')) return false
    throw error
  }
}

/** @returns whether there was anything */
export async function release(tx: Tx, where: { id: string } | { bookingId: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('occupancies')
    .where('id' in where ? 'id' : 'booking_id', '=', 'id' in where ? where.id : where.bookingId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What overlaps a span, in order. */
export async function selectOccupied(
  db: Db,
  resourceNumber: number,
  { startsAt, endsAt }: Span,
): Promise<Row<'occupancies'>[]> {
  return await db
    .selectFrom('occupancies')
    .selectAll()
    .where('resource_number', '=', resourceNumber)
    .where('ends_at', '>', startsAt)
    .where('starts_at', '<', endsAt)
    .orderBy('starts_at')
    .execute()
}
