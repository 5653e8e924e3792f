import { type Kysely, sql } from 'kysely'

/** What people send, with the table that holds it. */
const ANSWERABLE = ['enquiries', 'date_requests', 'do_not_sell_requests']

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.notNull())
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .execute()

  for (const table of ANSWERABLE) {
    await db.schema.alterTable(table).addColumn('answered_at', 'bigint').execute()
    await db.schema.alterTable(table).addColumn('answered_by', 'text').execute()
    // Ids sort by time, so these are the lists of what waits and of what is done, newest first.
    for (const [state, isNull] of [
      ['waiting', 'is'],
      ['answered', 'is not'],
    ] as const)
      await indexWhere(db, { name: `${table}_${state}`, table, columns: ['id'], isNull })
  }
  await indexWhere(db, {
    name: 'do_not_sell_requests_due',
    table: 'do_not_sell_requests',
    columns: ['due_date', 'id'],
    isNull: 'is',
  })
  await db.schema.createIndex('outbox_listed').on('outbox').columns(['state', 'id']).execute()
}

async function indexWhere(
  db: Kysely<unknown>,
  index: { name: string; table: string; columns: string[]; isNull: 'is' | 'is not' },
): Promise<void> {
  await sql`
    create index ${sql.id(index.name)} on ${sql.table(index.table)} (${sql.join(index.columns.map(sql.ref))})
    where answered_at ${sql.raw(index.isNull)} null`.execute(db)
}
