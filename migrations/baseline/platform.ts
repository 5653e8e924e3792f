import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Jobs, rate limits, search terms, and the counter that says when cached pages are out of date. */
export async function createPlatformTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('failed_at', 'bigint')
    .addColumn('unique_key', 'text', (c) => c.unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('jobs_due')
    .on('jobs')
    .columns(['failed_at', 'priority desc', 'run_at'])
    .execute()

  await db.schema
    .createTable('rate_limits')
    .addColumn('bucket', 'text', (c) => c.primaryKey())
    .addColumn('hits', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('rate_limits_updated').on('rate_limits').column('updated_at').execute()

  await db.schema
    .createTable('content_version')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute()

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // Prefixes are ranges of code points, whatever language the server sorts by.
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('search_terms')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('term', text, (c) => c.notNull())
    .addColumn('ref_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('search_terms_pkey', ['kind', 'term', 'ref_id'])
    .$call((table) => (isPostgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  await db.schema
    .createIndex('search_terms_record')
    .on('search_terms')
    .columns(['kind', 'ref_id', 'term'])
    .execute()

  await sql`insert into content_version (id, version) values (1, 1)`.execute(db)
}
