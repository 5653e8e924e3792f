import { type Kysely, sql } from 'kysely'

/** Messages from the contact form. */
export async function createEnquiryTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('enquiries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('answered_at', 'bigint')
    .addColumn('answered_by', 'text')
    .execute()
  await db.schema.createIndex('enquiries_received').on('enquiries').column('received_at').execute()
  await sql`
    create index enquiries_waiting on enquiries (id)
    where answered_at is null`.execute(db)
  await sql`
    create index enquiries_answered on enquiries (id)
    where answered_at is not null`.execute(db)
  await sql`
    create index enquiries_email on enquiries (lower(email))`.execute(db)
}
