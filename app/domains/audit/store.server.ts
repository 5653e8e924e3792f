import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { AuditEntry } from './model'

export async function insertEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: entry.id,
      at: entry.at,
      author_id: entry.author.uid,
      author_name: entry.author.name,
      action: entry.action,
      subject: entry.subject,
      changes: JSON.stringify(entry.changes),
    })
    .execute()
}

/** Newest first; those before the entry `before`. */
export const entriesQuery = (db: Db, { before, limit }: { before: string | null; limit: number }) =>
  db
    .selectFrom('audit')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export async function selectEntries(
  db: Db,
  page: { before: string | null; limit: number },
): Promise<AuditEntry[]> {
  return (await entriesQuery(db, page).execute()).map(entryFrom)
}

const entryFrom = (row: Row<'audit'>): AuditEntry => ({
  id: row.id,
  at: row.at,
  author: { uid: row.author_id, name: row.author_name },
  action: row.action as AuditEntry['action'],
  subject: row.subject,
  changes: JSON.parse(row.changes),
})
