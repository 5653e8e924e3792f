import type { Expression, SqlBool } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { dropTerms } from '~/platform/db/search-terms.server'
import { BOOKING_STATES, type BookingState } from './reservations/model'

/** Bookings with these statuses have no invoice, unless money was received or is owed. */
const CAME_TO_NOTHING: readonly BookingState[] = ['requested', 'declined', 'canceled']

/**
 * Up to `limit` past bookings that didn't take place and were requested before an instant.
 * @param hasMoney whether `b` has payments or fees
 */
export const unbilledQuery = (
  db: Db,
  { before, now, hasMoney }: { before: number; now: number; hasMoney: Expression<SqlBool> },
  limit: number,
) =>
  db
    .selectFrom('bookings as b')
    .select('b.id')
    .where('b.state', 'in', CAME_TO_NOTHING)
    .where('b.session_date', '<', now)
    .where('b.created_at', '<', before)
    .where((e) => e.not(hasMoney))
    .limit(limit)

/** Up to `limit` bookings whose session began before an instant. */
export const expiredBookingsQuery = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('state', 'in', BOOKING_STATES)
    .where('session_date', '<', before)
    .limit(limit)

/** Deletes bookings with their history, payments and occupied time. */
export async function deleteBookings(tx: Db, ids: string[]): Promise<void> {
  for (const id of ids) await dropTerms(tx, 'booking', id)
  await tx.deleteFrom('bookings').where('id', 'in', ids).execute()
}

/** Up to `limit` waitlist entries for past days that were made before an instant. */
export const oldWaitlistQuery = (
  db: Db,
  { before, today }: { before: number; today: string },
  limit: number,
) =>
  db
    .selectFrom('waitlist')
    .select('id')
    .where('date', '<', today)
    .where('created_at', '<', before)
    .limit(limit)

/** @returns how many were deleted */
export async function deleteWaitlistEntries(
  tx: Db,
  old: { before: number; today: string },
  limit: number,
): Promise<number> {
  const ids = (await oldWaitlistQuery(tx, old, limit).execute()).map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('waitlist').where('id', 'in', ids).execute()
  return ids.length
}
