import { type Kysely, sql } from 'kysely'

/** Consent, tags and suppressions of the newsletter's subscribers, and imports of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendSubscribers(db)
  await createConsents(db)
  await createSuppressions(db)
  await createTags(db)
  await createImports(db)
}

async function extendSubscribers(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('newsletter')
  await table()
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await table().addColumn('confirm_token', 'text').execute()
  await table().addColumn('unconfirmed_since', 'bigint').execute()
  await table()
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('newsletter_confirm')
    .on('newsletter')
    .column('confirm_token')
    .unique()
    .execute()
  await db.schema.createIndex('newsletter_latest').on('newsletter').columns(['request_date', 'id']).execute()
}

async function createConsents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter_consents')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subscriber_id', 'text', (c) => c.notNull().references('newsletter.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('newsletter_consents_of')
    .on('newsletter_consents')
    .columns(['subscriber_id', 'at'])
    .execute()
  await db.schema.createIndex('newsletter_consents_at').on('newsletter_consents').column('at').execute()
  // Where these people subscribed wasn't recorded.
  await sql`
    insert into newsletter_consents (id, subscriber_id, at, source, place, words, network, by_name)
    select id, id, request_date, 'unknown', '', '', '', '' from newsletter`.execute(db)
}

async function createSuppressions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter_suppressions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('lifted_at', 'bigint')
    .addColumn('lifted_by', 'text', (c) => c.notNull().defaultTo(''))
    .addCheckConstraint(
      'newsletter_suppressions_reason',
      sql`reason in ('unsubscribed', 'bounced', 'complained')`,
    )
    .execute()
  await sql`
    create unique index newsletter_suppressed on newsletter_suppressions (email_key, reason)
    where lifted_at is null`.execute(db)
  await db.schema
    .createIndex('newsletter_suppressions_at')
    .on('newsletter_suppressions')
    .column('at')
    .execute()
  await sql`
    insert into newsletter_suppressions (id, email_key, reason, at, detail)
    select id, email_key, 'unsubscribed', unsubscribed_at, ''
    from newsletter where unsubscribed_at is not null`.execute(db)
}

async function createTags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter_tags')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('is_public', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('newsletter_tagged')
    .addColumn('subscriber_id', 'text', (c) => c.notNull().references('newsletter.id').onDelete('cascade'))
    .addColumn('tag_id', 'text', (c) => c.notNull().references('newsletter_tags.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('newsletter_tagged_once', ['subscriber_id', 'tag_id'])
    .execute()
  await db.schema.createIndex('newsletter_tagged_tag').on('newsletter_tagged').column('tag_id').execute()
}

async function createImports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter_imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('header', 'text', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('counts', 'text', (c) => c.notNull())
    .addColumn('done_lines', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('newsletter_import_lines')
    .addColumn('import_id', 'text', (c) =>
      c.notNull().references('newsletter_imports.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('cells', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('subscribed_at', 'bigint')
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('newsletter_import_lines_number', ['import_id', 'number'])
    .execute()
  await db.schema
    .createIndex('newsletter_import_lines_verdict')
    .on('newsletter_import_lines')
    .columns(['import_id', 'verdict', 'number'])
    .execute()
}
