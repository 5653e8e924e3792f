import type { Kysely } from 'kysely'

/** The activity log. Entries are numbered and chained by hash; `audit_chain` is the newest. */
export async function createAuditTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.notNull())
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('change'))
    .addColumn('account_id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('network', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('times', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('seq', 'bigint')
    .addColumn('prev', 'text')
    .addColumn('hash', 'text')
    .execute()
  await db.schema.createIndex('audit_seq').on('audit').column('seq').unique().execute()
  await db.schema.createIndex('audit_kind').on('audit').columns(['kind', 'id']).execute()
  await db.schema.createIndex('audit_account').on('audit').columns(['account_id', 'id']).execute()

  await db.schema
    .createTable('audit_chain')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute()
}
