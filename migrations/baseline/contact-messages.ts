import { type Kysely, sql } from 'kysely'

/** Messages from the contact form. */
export async function createContactMessageTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contact_messages')
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
  await db.schema
    .createIndex('contact_messages_received')
    .on('contact_messages')
    .column('received_at')
    .execute()
  await sql`
    create index contact_messages_waiting on contact_messages (id)
    where answered_at is null`.execute(db)
  await sql`
    create index contact_messages_answered on contact_messages (id)
    where answered_at is not null`.execute(db)
  await sql`
    create index contact_messages_email on contact_messages (lower(email))`.execute(db)
}
