import type { Kysely } from 'kysely'

/** Emails, queued in the transaction of their cause. */
export async function createOutboxTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('to_address', 'text', (c) => c.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('body', 'text')
    .addColumn('headers', 'text', (c) => c.notNull())
    .addColumn('message_id', 'text', (c) => c.notNull().unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('failure', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('calendar', 'text')
    .addColumn('calendar_method', 'text')
    .addColumn('about', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('pace', 'text')
    .execute()
  await db.schema.createIndex('outbox_state').on('outbox').columns(['state', 'created_at']).execute()
  await db.schema.createIndex('outbox_listed').on('outbox').columns(['state', 'id']).execute()
  await db.schema.createIndex('outbox_about').on('outbox').columns(['about', 'id']).execute()
  await db.schema.createIndex('outbox_to').on('outbox').columns(['to_address', 'id']).execute()
  await db.schema.createIndex('outbox_expiring').on('outbox').columns(['state', 'expires_at']).execute()
  await db.schema.createIndex('outbox_created').on('outbox').columns(['created_at', 'id']).execute()
}
