import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What the command that tries the connection to Stripe saw. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stripe_checks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull())
    .addColumn('is_live', 'integer', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('is_right', 'integer', (c) => c.notNull().check(sql`is_right in (0, 1)`))
    .addColumn('findings', 'text', (c) => c.notNull())
    .execute()
}
