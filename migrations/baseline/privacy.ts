import { type Kysely, sql } from 'kysely'

/** Requests not to sell personal data. */
export async function createPrivacyTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('do_not_sell_requests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('request_date', 'bigint', (c) => c.notNull())
    .addColumn('due_date', 'text', (c) => c.notNull())
    .addColumn('gpc', 'integer', (c) => c.notNull())
    .addColumn('answered_at', 'bigint')
    .addColumn('answered_by', 'text')
    .execute()
  await sql`
    create index do_not_sell_requests_waiting on do_not_sell_requests (id)
    where answered_at is null`.execute(db)
  await sql`
    create index do_not_sell_requests_answered on do_not_sell_requests (id)
    where answered_at is not null`.execute(db)
  await sql`
    create index do_not_sell_requests_due on do_not_sell_requests (due_date, id)
    where answered_at is null`.execute(db)
}
