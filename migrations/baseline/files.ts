import { type Kysely, sql } from 'kysely'

/** Which installation this database belongs to, and the inventory of stored files. */
export async function createFileTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('one', 'integer', (c) => c.primaryKey().check(sql`one = 1`))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('signed_at', 'bigint')
    .execute()

  await db.schema
    .createTable('inventory_runs')
    .addColumn('prefix', 'text', (c) => c.primaryKey())
    .addColumn('ran_at', 'bigint')
    .addColumn('full_at', 'bigint')
    .addColumn('stopped_at', 'bigint')
    .addColumn('found', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('allowed', 'integer')
    .execute()

  await db.schema
    .createTable('folders_to_check')
    .addColumn('prefix', 'text', (c) => c.primaryKey())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('folders_to_check_due')
    .on('folders_to_check')
    .columns(['due_at', 'prefix'])
    .execute()

  await db.schema
    .createTable('removed_photos')
    .addColumn('sha256', 'text', (c) => c.primaryKey())
    .addColumn('original_name', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('alt', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'bigint', (c) => c.notNull())
    .execute()
}
