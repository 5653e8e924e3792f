import type { Kysely } from 'kysely'

/** The text of a post as a document, beside its Markdown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('posts').addColumn('document', 'text').execute()
}
