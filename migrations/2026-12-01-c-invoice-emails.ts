import type { Kysely } from 'kysely'

/** Which form emailed an invoice last, so that the same form sends one email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('invoice_links').addColumn('emailed_once', 'text').execute()
}
