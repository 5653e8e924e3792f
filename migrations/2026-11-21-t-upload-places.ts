import type { Kysely } from 'kysely'

/** Files that are brought together stand in the order of their names, in whatever order they arrive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('uploads')
    .addColumn('batch', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('uploads')
    .addColumn('place', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('uploads')
    .addColumn('first_place', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('uploads').addColumn('sha256', 'text').execute()
  await db.schema.createIndex('uploads_person').on('uploads').columns(['by_user', 'state']).execute()
  await db.schema.createIndex('uploads_batch').on('uploads').columns(['gallery_id', 'batch']).execute()
  await db.schema
    .createIndex('gallery_items_newest')
    .on('gallery_items')
    .columns(['gallery_id', 'id'])
    .execute()
}
