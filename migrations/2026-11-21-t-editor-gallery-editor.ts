import type { Kysely } from 'kysely'
import { indexTable } from './support/search-terms'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gallery_undos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('gallery_undos_gallery').on('gallery_undos').column('gallery_id').execute()
  await db.schema.createIndex('gallery_undos_age').on('gallery_undos').column('created_at').execute()
  await db.schema
    .createIndex('gallery_sets_order')
    .on('gallery_sets')
    .columns(['gallery_id', 'position'])
    .execute()
  await indexTable(db, {
    table: 'galleries',
    kind: 'gallery',
    columns: ['title', 'slug', 'dateline', 'category'],
  })
}
