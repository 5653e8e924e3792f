import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'

interface Entry {
  id: string
  at: number
  author_id: string
  author_name: string
  action: string
  subject: string
  changes: string
}

interface Tables {
  audit: Entry & { seq: number | null; prev: string | null; hash: string | null }
  audit_chain: { id: number; seq: number; hash: string }
}

const AT_ONCE = 500

/**
 * Numbers the entries of the activity log and chains them by hash, and makes room for sign-ins: whose account, from
 * which network and device. The columns of the chain may be empty, so that the previous version can still write.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const table = () => db.schema.alterTable('audit')
  await table()
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('change'))
    .execute()
  for (const column of ['account_id', 'network', 'device'])
    await table()
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await table()
    .addColumn('times', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await table().addColumn('seq', 'bigint').execute()
  for (const column of ['prev', 'hash']) await table().addColumn(column, 'text').execute()
  await db.schema
    .createTable('audit_chain')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute()
  await chainEntries(db)
  await db.schema.createIndex('audit_seq').on('audit').column('seq').unique().execute()
  await db.schema.createIndex('audit_kind').on('audit').columns(['kind', 'id']).execute()
  await db.schema.createIndex('audit_account').on('audit').columns(['account_id', 'id']).execute()
}

async function chainEntries(db: Kysely<Tables>): Promise<void> {
  let head = { seq: 0, hash: '' }
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'at', 'author_id', 'author_name', 'action', 'subject', 'changes'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const row of rows) {
      const [seq, prev] = [head.seq + 1, head.hash]
      const hash = hashOf(row, seq, prev)
      await db.updateTable('audit').set({ seq, prev, hash }).where('id', '=', row.id).execute()
      head = { seq, hash }
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  if (head.seq > 0)
    await db
      .insertInto('audit_chain')
      .values({ id: 1, ...head })
      .execute()
}

/** As the activity log does it: kind, account, network, device and number of times are those of every older entry. */
function hashOf(row: Entry, seq: number, prev: string): string {
  const { id, at, author_id, author_name, action, subject, changes } = row
  const content = [seq, prev, id, at, 'change', '', author_id, author_name, action, subject, changes]
  return createHash('sha256')
    .update(JSON.stringify([...content, '', '', 1]))
    .digest('hex')
}
