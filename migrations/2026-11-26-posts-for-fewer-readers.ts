import type { Kysely } from 'kysely'

/**
 * Posts that are in no list, what search engines show of a post, what is shown below it, and links for single readers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const added = [
    ['visibility', 'public'],
    ['search_title', ''],
    ['search_description', ''],
    ['related', '[]'],
  ] as const
  for (const [name, usual] of added)
    await db.schema
      .alterTable('posts')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(usual))
      .execute()
  await db.schema
    .createTable('post_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'text', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('password', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('wait_until', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('opened_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('post_links_post').on('post_links').columns(['post_id', 'created_at']).execute()
}
