import type { Db } from '~/platform/db/database.server'
import type { Reminder } from './model'

/** @returns false when it was written before, for the same start of the same booking */
export async function insertReminder(
  db: Db,
  {
    bookingId,
    reminder,
    sessionDate,
    at,
  }: { bookingId: string; reminder: Reminder; sessionDate: number; at: number },
): Promise<boolean> {
  const row = await db
    .insertInto('booking_reminders')
    .values({ booking_id: bookingId, kind: reminder, session_date: sessionDate, written_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return row !== undefined
}
