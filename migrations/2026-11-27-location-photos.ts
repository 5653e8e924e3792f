import type { Kysely } from 'kysely'

/** A location can have a photo, which its bookings show instead of the service's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('places')
    .addColumn('photo_id', 'text', (c) => c.references('photos.id').onDelete('set null'))
    .execute()
}
