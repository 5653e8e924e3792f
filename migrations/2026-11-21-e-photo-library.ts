import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('photos')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  // Ids sort by time, so these are lists, newest first.
  await db.schema.createIndex('photos_by_state').on('photos').columns(['state', 'id']).execute()
  await db.schema.createIndex('photos_by_position').on('photos').columns(['had_gps', 'id']).execute()
  await sql`create index photos_undescribed on photos (id) where alt = '' or alt = title`.execute(db)

  await db.schema
    .createTable('photo_checks')
    .addColumn('photo_id', 'text', (c) => c.primaryKey().references('photos.id').onDelete('cascade'))
    .addColumn('requested_at', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint')
    .addColumn('points', 'text', (c) => c.notNull())
    .execute()
}
