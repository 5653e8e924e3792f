import type { Kysely } from 'kysely'

/** The texts of services, products and portfolio stories as documents, beside their Markdown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['services', 'products', 'gallery_items'])
    await db.schema.alterTable(table).addColumn('document', 'text').execute()
}
