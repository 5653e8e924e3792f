import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'
import { isVersion } from '~/platform/db/versioned.server'
import { newId, newToken } from '~/platform/ids.server'
import { ensureTags, insertTagged } from '../subscribers/store.server'
import type { Columns, Counts, CsvLine, Import, Verdict } from './model'

export interface CheckedLine extends CsvLine {
  email: string
  name: string
  tags: string[]
  subscribedAt: number | null
  verdict: Verdict
}

export async function insertImport(
  db: Db,
  given: Pick<Import, 'id' | 'fileName' | 'header' | 'columns' | 'createdAt' | 'byName'>,
): Promise<void> {
  await db
    .insertInto('newsletter_imports')
    .values({
      id: given.id,
      file_name: given.fileName,
      state: 'checked',
      header: JSON.stringify(given.header),
      columns: JSON.stringify(given.columns),
      statement: '',
      counts: '{}',
      done_lines: 0,
      created_at: given.createdAt,
      by_name: given.byName,
      version: 1,
    })
    .execute()
}

export async function selectImport(db: Db, id: string): Promise<Import | undefined> {
  const row = await db.selectFrom('newsletter_imports').selectAll().where('id', '=', id).executeTakeFirst()
  return row && importFrom(row)
}

/** Newest first. */
export async function selectImports(db: Db, limit: number): Promise<Import[]> {
  const rows = await db
    .selectFrom('newsletter_imports')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(importFrom)
}

const importFrom = (row: Row<'newsletter_imports'>): Import => ({
  id: row.id,
  fileName: row.file_name,
  state: row.state,
  header: JSON.parse(row.header) as string[],
  // Files that were checked before they could have a status have none.
  columns: { status: -1, ...(JSON.parse(row.columns) as Omit<Columns, 'status'> & Partial<Columns>) },
  counts: JSON.parse(row.counts) as Counts,
  createdAt: row.created_at,
  byName: row.by_name,
  version: row.version,
})

/** @returns false, without writing, if the version or the state has changed */
export async function updateImport(
  db: Db,
  { id, version }: { id: string; version: number },
  change: { columns?: Columns; counts?: Counts; statement?: string; state?: Import['state'] },
): Promise<boolean> {
  if (!isVersion(version)) return false
  const { columns, counts, ...rest } = change
  const { numUpdatedRows } = await db
    .updateTable('newsletter_imports')
    .set({
      ...rest,
      ...(columns && { columns: JSON.stringify(columns) }),
      ...(counts && { counts: JSON.stringify(counts) }),
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'checked')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteImport(
  db: Db,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  if (!isVersion(version)) return false
  const { numDeletedRows } = await db
    .deleteFrom('newsletter_imports')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'checked')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes imports that were checked before an instant and never applied. @returns how many */
export async function deleteUnapplied(db: Db, before: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('newsletter_imports')
    .select('id')
    .where('state', '=', 'checked')
    .where('created_at', '<', before)
    .limit(limit)
    .execute()
  for (const { id } of rows) await db.deleteFrom('newsletter_imports').where('id', '=', id).execute()
  return rows.length
}

/** Lines per statement: a line binds nine values. */
const LINES_AT_ONCE = 200

/** Replaces lines that are already stored. */
export async function putLines(tx: Db, id: string, lines: CheckedLine[]): Promise<void> {
  for (const some of inParts(lines, LINES_AT_ONCE)) {
    await tx
      .deleteFrom('newsletter_import_lines')
      .where('import_id', '=', id)
      .where(
        'number',
        'in',
        some.map(({ number }) => number),
      )
      .execute()
    await tx
      .insertInto('newsletter_import_lines')
      .values(
        some.map((line) => ({
          import_id: id,
          number: line.number,
          cells: JSON.stringify(line.cells),
          email: line.email,
          email_key: line.email.toLowerCase(),
          name: line.name,
          tags: JSON.stringify(line.tags),
          subscribed_at: line.subscribedAt,
          verdict: line.verdict,
        })),
      )
      .execute()
  }
}

/** In the order of the file. @param query.after the number of the last line of the page before */
export async function selectLines(
  db: Db,
  id: string,
  { verdict, after, limit }: { verdict: Verdict | null; after: number; limit: number },
): Promise<CheckedLine[]> {
  const rows = await db
    .selectFrom('newsletter_import_lines')
    .selectAll()
    .where('import_id', '=', id)
    .where('number', '>', after)
    .$if(verdict !== null, (query) => query.where('verdict', '=', verdict as string))
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    number: row.number,
    cells: JSON.parse(row.cells) as string[],
    email: row.email,
    name: row.name,
    tags: JSON.parse(row.tags) as string[],
    subscribedAt: row.subscribed_at,
    verdict: row.verdict as Verdict,
  }))
}

/** Those of some addresses that have signed up. @param keys in lower case */
export async function selectKnown(db: Db, keys: string[]): Promise<{ key: string; isConfirmed: boolean }[]> {
  const rows = await db
    .selectFrom('newsletter')
    .select(['email_key', 'unconfirmed_since'])
    .where('email_key', 'in', keys)
    .execute()
  return rows.map(({ email_key, unconfirmed_since }) => ({
    key: email_key,
    isConfirmed: unconfirmed_since === null,
  }))
}

/** Adds subscribers with their consent and tags. Known addresses stay as they are. @returns the added addresses */
export async function insertImported(
  tx: Db,
  lines: CheckedLine[],
  { now, ...consent }: { place: string; words: string; byName: string; now: number },
): Promise<string[]> {
  const added: string[] = []
  const tags = await ensureTags(
    tx,
    lines.flatMap((line) => line.tags),
  )
  for (const some of inParts(lines, LINES_AT_ONCE)) {
    const rows = await tx
      .insertInto('newsletter')
      .values(
        some.map((line) => ({
          id: newId(),
          email: line.email,
          email_key: line.email.toLowerCase(),
          request_date: line.subscribedAt ?? now,
          unsubscribe_token: newToken(),
          unsubscribed_at: null,
          name: line.name,
        })),
      )
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .returning(['id', 'email_key', 'request_date'])
      .execute()
    if (rows.length === 0) continue
    await tx
      .insertInto('newsletter_consents')
      .values(
        rows.map(({ id, request_date }) => ({
          id: newId(),
          subscriber_id: id,
          at: request_date,
          source: 'import' as const,
          place: consent.place,
          words: consent.words,
          network: '',
          by_name: consent.byName,
        })),
      )
      .execute()
    const ids = new Map(rows.map(({ id, email_key }) => [email_key, id]))
    await insertTagged(
      tx,
      some.flatMap((line) => {
        const subscriber = ids.get(line.email.toLowerCase())
        return line.tags.flatMap((name) => {
          const tag = tags.get(name.toLowerCase())
          return subscriber && tag ? [{ subscriber, tag }] : []
        })
      }),
    )
    added.push(...rows.map(({ email_key }) => email_key))
  }
  return added
}

/** Removes applied lines, and counts the subscribers that they added. */
export async function settleLines(
  tx: Db,
  id: string,
  { numbers, added }: { numbers: number[]; added: number },
): Promise<void> {
  for (const some of inParts(numbers))
    await tx
      .deleteFrom('newsletter_import_lines')
      .where('import_id', '=', id)
      .where('number', 'in', some)
      .execute()
  await tx
    .updateTable('newsletter_imports')
    .set((e) => ({ done_lines: e('done_lines', '+', added) }))
    .where('id', '=', id)
    .execute()
}

/** Ends an import: its lines are deleted, and `added` is counted. @returns undefined if it has ended before */
export async function finishImport(
  tx: Db,
  id: string,
): Promise<{ added: number; fileName: string; byName: string } | undefined> {
  const row = await tx
    .selectFrom('newsletter_imports')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'applying')
    .executeTakeFirst()
  if (!row) return undefined
  const added = row.done_lines
  const counts = { ...(JSON.parse(row.counts) as Counts), added }
  await tx
    .updateTable('newsletter_imports')
    .set({ state: 'applied', counts: JSON.stringify(counts), version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('newsletter_import_lines').where('import_id', '=', id).execute()
  return { added, fileName: row.file_name, byName: row.by_name }
}

export type Applying = Pick<Import, 'fileName' | 'columns' | 'byName'> & { statement: string }

export async function selectApplying(db: Db, id: string): Promise<Applying | undefined> {
  const row = await db
    .selectFrom('newsletter_imports')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'applying')
    .executeTakeFirst()
  return row && { ...importFrom(row), statement: row.statement }
}
