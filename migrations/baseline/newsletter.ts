import type { Kysely } from 'kysely'

/** Newsletter subscriptions. */
export async function createNewsletterTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('request_date', 'bigint', (c) => c.notNull())
    .addColumn('unsubscribe_token', 'text', (c) => c.notNull().unique())
    .addColumn('unsubscribed_at', 'bigint')
    .execute()
}
