import type { Kysely } from 'kysely'
import { watchContent } from './baseline/content-version'

/** What authors have written, published or not, the tags of published posts, and their former slugs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post_versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'text', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('form', 'text', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('markdown', 'text')
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addColumn('author_uid', 'text', (c) => c.notNull())
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addUniqueConstraint('post_versions_number', ['post_id', 'number'])
    .execute()
  await db.schema
    .createTable('post_tags')
    .addColumn('post_id', 'text', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_tags_key', ['post_id', 'slug'])
    .execute()
  await db.schema.createIndex('post_tags_slug').on('post_tags').column('slug').execute()
  await db.schema
    .createTable('post_addresses')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'text', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .execute()
  await watchContent(db, ['post_tags', 'post_addresses'])
}
