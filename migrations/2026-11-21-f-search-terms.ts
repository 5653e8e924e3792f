import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { indexTable } from './support/search-terms'

export async function up(db: Kysely<unknown>): Promise<void> {
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

  await indexTable(db, {
    table: 'enquiries',
    kind: 'enquiry',
    columns: ['email', 'name', 'phone', 'subject'],
  })
  await indexTable(db, {
    table: 'date_requests',
    kind: 'date-request',
    columns: ['reference', 'email', 'name', 'phone'],
  })
  await indexTable(db, { table: 'do_not_sell_requests', kind: 'do-not-sell', columns: ['email'] })
  await indexTable(db, { table: 'outbox', kind: 'mail', columns: ['to_address', 'subject'] })
}
