import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('delivery_faults')
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('sentence', 'text', (c) => c.notNull())
    .addColumn('found_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_faults_key', ['photo_id', 'size'])
    .addCheckConstraint('delivery_faults_size', sql`size in ('web', 'print', 'original')`)
    .execute()
  await db.schema
    .createIndex('downloads_etag')
    .on('downloads')
    .columns(['gallery_id', 'etag', 'id'])
    .execute()
}
