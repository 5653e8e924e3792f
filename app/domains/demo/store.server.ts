import { type Kysely, sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import { sha256 } from '~/platform/ids.server'
import { DEMO_TABLES, type DemoTable } from './model'

export const TABLES = Object.keys(DEMO_TABLES) as DemoTable[]

/** Ids of the rows of each table of the demo content, whoever wrote them. */
export async function selectIds(db: Db): Promise<Map<DemoTable, Set<string>>> {
  const ids = new Map<DemoTable, Set<string>>()
  for (const table of TABLES) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(db)
    ids.set(table, new Set(rows.map(({ id }) => id)))
  }
  return ids
}

type Facts = Record<string, unknown>

/** Each row as it is now. */
async function selectFacts(db: Db, table: DemoTable): Promise<Map<string, Facts>> {
  const { rows } = await sql<Facts & { id: string }>`select * from ${sql.table(table)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A mark of each row as it is now, without what the program itself changes. */
export async function fingerprints(db: Db, table: DemoTable): Promise<Map<string, string>> {
  const left: readonly string[] = DEMO_TABLES[table]
  const facts = await selectFacts(db, table)
  return new Map(
    [...facts].map(([id, row]) => {
      const names = Object.keys(row).filter((name) => !left.includes(name))
      return [id, markOf(row, names.toSorted())]
    }),
  )
}

/** Names the columns that it is made from: one that comes with an update is nothing that somebody has edited. */
const markOf = (row: Facts, names: readonly string[]): string =>
  `${names.join()} ${sha256(JSON.stringify(names.map((name) => row[name])))}`

const isStillSo = (row: Facts | undefined, mark: string): boolean =>
  row !== undefined && markOf(row, mark.split(' ')[0]?.split(',') ?? []) === mark

export async function insertDemoRows(
  tx: Db,
  table: DemoTable,
  rows: { id: string; fingerprint: string }[],
): Promise<void> {
  const values = rows.map(({ id, fingerprint }) => ({ table_name: table, row_id: id, fingerprint }))
  for (const some of inParts(values)) await tx.insertInto('demo_rows').values(some).execute()
}

/** What is still there as it came, and what somebody has made their own. */
export interface DemoRows {
  unchanged: Set<string>
  edited: Set<string>
}

export async function selectDemoRows(db: Db): Promise<Record<DemoTable, DemoRows>> {
  const noted = await db.selectFrom('demo_rows').selectAll().execute()
  const found = {} as Record<DemoTable, DemoRows>
  for (const table of TABLES) {
    const mine = noted.filter(({ table_name }) => table_name === table)
    const now = mine.length === 0 ? new Map<string, Facts>() : await selectFacts(db, table)
    const there = mine.filter(({ row_id }) => now.has(row_id))
    const isUnchanged = (row: (typeof there)[number]) => isStillSo(now.get(row.row_id), row.fingerprint)
    found[table] = {
      unchanged: new Set(there.filter(isUnchanged).map(({ row_id }) => row_id)),
      edited: new Set(there.filter((row) => !isUnchanged(row)).map(({ row_id }) => row_id)),
    }
  }
  return found
}

export const forgetDemoRows = async (tx: Db): Promise<void> => {
  await tx.deleteFrom('demo_rows').execute()
}

export async function hasDemoRows(db: Db): Promise<boolean> {
  return (await db.selectFrom('demo_rows').select('row_id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether there is a client gallery that the demo content didn't bring. */
export async function hasOwnClientGallery(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('galleries')
    .select('id')
    .where('kind', '=', 'client')
    .where('id', 'not in', (e) =>
      e.selectFrom('demo_rows').select('row_id').where('table_name', '=', 'galleries'),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An account of the demo content that still has its address. */
export const selectSampleAccount = (
  db: Db,
): Promise<{ id: string; name: string; email: string } | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('demo_rows', 'demo_rows.row_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('demo_rows.table_name', '=', 'users')
    .where('users.role', '=', 'client')
    .where('users.email', 'like', '%@example.com')
    .executeTakeFirst()

export async function deleteRows(tx: Db, table: DemoTable, ids: readonly string[]): Promise<void> {
  const anyTable = tx as unknown as Kysely<Record<string, { id: string }>>
  for (const some of inParts(ids)) await anyTable.deleteFrom(table).where('id', 'in', some).execute()
}
