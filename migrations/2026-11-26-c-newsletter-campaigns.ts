import { type Kysely, sql } from 'kysely'

/** Newsletters as written and sent, and each address that one is sent to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter_campaigns')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('preheader', 'text', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('segment', 'text', (c) => c.notNull())
    .addColumn('rate', 'integer', (c) => c.notNull())
    .addColumn('in_archive', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('scheduled_at', 'bigint')
    .addColumn('begun_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('rendered', 'text', (c) => c.notNull())
    .addColumn('trouble', 'text', (c) => c.notNull())
    .addColumn('sender', 'text')
    .addColumn('sender_until', 'bigint', (c) => c.notNull())
    .addColumn('paced_until', 'bigint', (c) => c.notNull())
    .addCheckConstraint(
      'newsletter_campaigns_state',
      sql`state in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent')`,
    )
    .execute()
  await db.schema
    .createIndex('newsletter_campaigns_state')
    .on('newsletter_campaigns')
    .columns(['state', 'saved_at'])
    .execute()
  await db.schema
    .createTable('newsletter_recipients')
    .addColumn('campaign_id', 'text', (c) =>
      c.notNull().references('newsletter_campaigns.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('subscriber_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .addColumn('first_at', 'bigint')
    .addColumn('begun_at', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('unsubscribed_at', 'bigint')
    .addPrimaryKeyConstraint('newsletter_recipients_number', ['campaign_id', 'number'])
    .addUniqueConstraint('newsletter_recipients_once', ['campaign_id', 'email_key'])
    .addCheckConstraint(
      'newsletter_recipients_state',
      sql`state in ('queued', 'sending', 'sent', 'refused', 'uncertain', 'skipped')`,
    )
    .execute()
  await db.schema
    .createIndex('newsletter_recipients_next')
    .on('newsletter_recipients')
    .columns(['campaign_id', 'state', 'next_at', 'number'])
    .execute()
  await db.schema
    .createIndex('newsletter_recipients_email')
    .on('newsletter_recipients')
    .column('email_key')
    .execute()
}
