import type { Kysely } from 'kysely'

/**
 * Files with posts of other programs, what they contain, and where posts came from, so that none is imported
 * twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post_imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('choices', 'text', (c) => c.notNull())
    .addColumn('author_uid', 'text', (c) => c.notNull())
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('post_import_lines')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('import_id', 'text', (c) => c.notNull().references('post_imports.id').onDelete('cascade'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('values', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('pictures', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.references('posts.id').onDelete('set null'))
    .addUniqueConstraint('post_import_lines_source', ['import_id', 'source'])
    .execute()
  await db.schema
    .createIndex('post_import_lines_state')
    .on('post_import_lines')
    .columns(['import_id', 'state', 'id'])
    .execute()
  await db.schema.createIndex('post_import_lines_post').on('post_import_lines').columns(['post_id']).execute()
  await db.schema
    .createTable('imported_posts')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'text', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('imported_posts_post').on('imported_posts').column('post_id').execute()
}
