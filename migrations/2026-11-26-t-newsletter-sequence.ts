import type { Kysely } from 'kysely'

/** Emails that subscribers get some days after subscribing, and who got them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter_steps')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('delay_days', 'integer', (c) => c.notNull())
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('newsletter_step_sends')
    .addColumn('step_id', 'text', (c) => c.notNull().references('newsletter_steps.id').onDelete('cascade'))
    .addColumn('subscriber_id', 'text', (c) => c.notNull().references('newsletter.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('newsletter_step_sends_once', ['step_id', 'subscriber_id'])
    .execute()
  await db.schema
    .createIndex('newsletter_step_sends_of')
    .on('newsletter_step_sends')
    .column('subscriber_id')
    .execute()
}
