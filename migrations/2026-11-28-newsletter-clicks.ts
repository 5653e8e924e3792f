import type { Kysely } from 'kysely'

/** The links of newsletters whose clicks are counted, and who has opened which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter_links')
    .addColumn('campaign_id', 'text', (c) =>
      c.notNull().references('newsletter_campaigns.id').onDelete('cascade'),
    )
    .addColumn('link', 'integer', (c) => c.notNull())
    .addColumn('href', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('newsletter_links_number', ['campaign_id', 'link'])
    .execute()
  await db.schema
    .createTable('newsletter_clicks')
    .addColumn('campaign_id', 'text', (c) => c.notNull())
    .addColumn('recipient', 'integer', (c) => c.notNull())
    .addColumn('link', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('newsletter_clicks_once', ['campaign_id', 'recipient', 'link'])
    .addForeignKeyConstraint(
      'newsletter_clicks_recipient',
      ['campaign_id', 'recipient'],
      'newsletter_recipients',
      ['campaign_id', 'number'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'newsletter_clicks_link',
      ['campaign_id', 'link'],
      'newsletter_links',
      ['campaign_id', 'link'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
}
