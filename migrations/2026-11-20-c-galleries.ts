import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('galleries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('dateline', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('cover_photo_id', 'text', (c) => c.references('photos.id').onDelete('set null'))
    .addColumn('published_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('gallery_items')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('photo_id', 'text', (c) => c.references('photos.id').onDelete('cascade'))
    .addColumn('caption', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('chosen', 'integer', (c) => c.notNull())
    .addUniqueConstraint('gallery_items_once', ['gallery_id', 'photo_id'])
    .execute()
  await db.schema
    .createIndex('gallery_items_order')
    .on('gallery_items')
    .columns(['gallery_id', 'position'])
    .execute()
  await db.schema.createIndex('gallery_items_photo').on('gallery_items').column('photo_id').execute()
}
