import type { Kysely } from 'kysely'

/** Which rows came with the demo content. */
export async function createDemoTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('demo_rows')
    .addColumn('table_name', 'text', (c) => c.notNull())
    .addColumn('row_id', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('demo_rows_key', ['table_name', 'row_id'])
    .execute()
}
