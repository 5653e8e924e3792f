import type { Kysely } from 'kysely'
import { watchContent } from './content-version'

/** Products. */
export async function createShopTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('products')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('price_from', 'integer', (c) => c.notNull())
    .addColumn('photo_id', 'text', (c) => c.references('photos.id').onDelete('set null'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .execute()

  await watchContent(db, ['products'])
}
