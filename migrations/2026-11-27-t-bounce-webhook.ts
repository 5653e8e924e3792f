import type { Kysely } from 'kysely'

/** The address to which an email provider reports bounces, and the messages that it has sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bounce_webhooks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint')
    .execute()
  await db.schema
    .createTable('bounce_messages')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('bounce_messages_at').on('bounce_messages').column('at').execute()
}
