import { type Db, lockRows } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

export type ClientPhotoRow = Row<'client_photos'>

/** Makes changes of a booking's photos take turns until the transaction ends. */
export async function lockClientPhotos(tx: Db, bookingId: string): Promise<void> {
  await lockRows(
    tx,
    tx.selectFrom('bookings').select('id').where('id', '=', bookingId),
    'no key update',
  ).execute()
}

/** Photos of these bookings, oldest first. */
export const selectClientPhotos = (db: Db, bookingIds: string[]): Promise<ClientPhotoRow[]> =>
  db
    .selectFrom('client_photos')
    .selectAll()
    .where('booking_id', 'in', bookingIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const selectClientPhoto = (
  db: Db,
  { id, bookingId }: { id: string; bookingId: string },
): Promise<ClientPhotoRow | undefined> =>
  db
    .selectFrom('client_photos')
    .selectAll()
    .where('id', '=', id)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()

export async function insertClientPhoto(db: Db, row: ClientPhotoRow): Promise<void> {
  await db.insertInto('client_photos').values(row).execute()
}

export async function deleteClientPhotos(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('client_photos').where('id', 'in', ids).execute()
}
