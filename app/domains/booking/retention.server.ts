import { hasMoneyOf } from '~/domains/billing/operations.server'
import { forgetClientPhotos } from '~/domains/photos/client-photos.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import {
  deleteBookings,
  deleteWaitlistEntries,
  expiredBookingsQuery,
  unbilledQuery,
} from './retention-store.server'

/**
 * Deletes up to `limit` bookings requested before an instant that didn't take place: declined, canceled, or
 * never answered, and without payments.
 * @returns how many
 */
export const deleteUnbilledBookings = (
  { db, clock }: { db: Db; clock: Clock },
  before: number,
  limit: number,
): Promise<number> =>
  transact(db, (tx) =>
    deleteFound(
      { db: tx, clock },
      unbilledQuery(tx, { before, now: clock.now(), hasMoney: hasMoneyOf('b.id') }, limit),
    ),
  )

/** Deletes up to `limit` bookings whose session began before an instant. @returns how many */
export const deleteExpiredBookings = (
  { db, clock }: { db: Db; clock: Clock },
  before: number,
  limit: number,
): Promise<number> =>
  transact(db, (tx) => deleteFound({ db: tx, clock }, expiredBookingsQuery(tx, before, limit)))

async function deleteFound(
  deps: { db: Tx; clock: Clock },
  old: { execute(): Promise<{ id: string }[]> },
): Promise<number> {
  const ids = (await old.execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  await forgetClientPhotos(deps, ids)
  await deleteBookings(deps.db, ids)
  return ids.length
}

/**
 * Deletes up to `limit` waitlist entries for past days that were made before an instant, whatever their
 * status.
 * @param today YYYY-MM-DD in the studio’s zone
 * @returns how many
 */
export const deleteOldWaitlist = (
  { db }: { db: Db },
  old: { before: number; today: string },
  limit: number,
): Promise<number> => transact(db, (tx) => deleteWaitlistEntries(tx, old, limit))
