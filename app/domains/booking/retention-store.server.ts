import type { Db } from '~/platform/db/database.server'
import { dropTerms } from '~/platform/db/search-terms.server'
import { BOOKING_STATES, type BookingState } from './reservations/model'

/** Of these there is no invoice, unless money was taken for them or is owed. */
const CAME_TO_NOTHING: readonly BookingState[] = ['requested', 'declined', 'canceled']

/** Some bookings that didn't take place and were requested before an instant. None in the future. */
export const unbilledQuery = (db: Db, { before, now }: { before: number; now: number }, limit: number) =>
  db
    .selectFrom('bookings as b')
    .select('b.id')
    .where('b.state', 'in', CAME_TO_NOTHING)
    .where('b.session_date', '<', now)
    .where('b.created_at', '<', before)
    .where((e) =>
      e.not(
        e.or([
          e.exists(
            e.selectFrom('booking_payments as p').select('p.id').whereRef('p.booking_id', '=', 'b.id'),
          ),
          // A fee that's owed is kept like money that was taken.
          e.exists(
            e
              .selectFrom('booking_fees as f')
              .select('f.id')
              .whereRef('f.booking_id', '=', 'b.id')
              .where('f.waived_at', 'is', null),
          ),
        ]),
      ),
    )
    .limit(limit)

/** Of all bookings whose session began before an instant, some. */
export const expiredBookingsQuery = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('state', 'in', BOOKING_STATES)
    .where('session_date', '<', before)
    .limit(limit)

/** With their history, payments and time in the calendar. @returns how many went */
export async function deleteBookings(tx: Db, old: { execute(): Promise<{ id: string }[]> }): Promise<number> {
  const ids = (await old.execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const id of ids) await dropTerms(tx, 'booking', id)
  await tx.deleteFrom('bookings').where('id', 'in', ids).execute()
  return ids.length
}

/** Of those who waited for a day that is past and who wrote themselves down before an instant, some. */
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
