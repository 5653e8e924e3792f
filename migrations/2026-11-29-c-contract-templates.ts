import type { Kysely } from 'kysely'

/** Texts that contracts are made from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contract_templates')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
}
