import { type Kysely, sql } from 'kysely'

/** Export archives that an owner has requested. */
export async function createExportTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('requested_by', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint')
    .addColumn('photos', 'integer')
    .addColumn('missing', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addCheckConstraint('exports_state', sql`state in ('making', 'ready', 'failed')`)
    .execute()
}
