import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What was written on the forms of pages and in the texts of portfolio stories, published or not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('text_versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('page_slug', 'text', (c) => c.references('pages.slug').onDelete('cascade'))
    .addColumn('item_id', 'text', (c) => c.references('gallery_items.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('form', 'text', (c) => c.notNull())
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addColumn('author_uid', 'text', (c) => c.notNull())
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addUniqueConstraint('text_versions_page', ['page_slug', 'number'])
    .addUniqueConstraint('text_versions_item', ['item_id', 'number'])
    .addCheckConstraint('text_versions_one', sql`(page_slug is null) <> (item_id is null)`)
    .execute()
}
