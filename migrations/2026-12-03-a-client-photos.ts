import type { Kysely } from 'kysely'

/** Photos that clients add to their answers. Their files are originals, and they aren't in the library. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('client_photos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('original_name', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('client_photos_once', ['booking_id', 'question', 'sha256'])
    .execute()
  await db.schema.createIndex('client_photos_content').on('client_photos').column('sha256').execute()
}
