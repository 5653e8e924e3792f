import { type Kysely, sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import type { TableShape } from '~/platform/db/table-shape'
import type { TableRow } from '../table-lines'

/** Tables that an installation which nobody has used holds rows in: they come with the migrations. */
const SEEDED = ['resources']

/** @returns a table that holds rows already; undefined: the installation is empty */
export async function findUsedTable(db: Db, shapes: TableShape[]): Promise<string | undefined> {
  for (const { name } of shapes) {
    if (SEEDED.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return undefined
}

export async function clearSeeded(tx: Db): Promise<void> {
  for (const table of SEEDED) await sql`delete from ${sql.table(table)}`.execute(tx)
}

export async function insertRows(tx: Db, shape: TableShape, rows: TableRow[]): Promise<void> {
  // The tables are those that the database itself has named, and so are the columns.
  const anyTable = tx as unknown as Kysely<Record<string, TableRow>>
  await anyTable.insertInto(shape.name).values(rows).execute()
}

const PHOTOS_AT_ONCE = 1_000

/** What every photograph says of its file. */
export async function* photoRows(tx: Db) {
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('photos')
      .select(['id', 'sha256', 'media_hash', 'original_name', 'format', 'bytes', 'width', 'height'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PHOTOS_AT_ONCE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Second factors that no key opens any more are taken off, so that nobody is locked out by them. @returns how many */
export async function dropTwoFactors(tx: Db): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('two_factors').executeTakeFirst()
  await tx.updateTable('users').set({ two_factor_enabled: 0 }).execute()
  return Number(numDeletedRows)
}

/** Whether an installation with these rows opens: its first content counts as loaded. */
export async function isWhole(tx: Db): Promise<boolean> {
  const row = await tx
    .selectFrom('settings')
    .select('key')
    .where('key', '=', 'installation')
    .executeTakeFirst()
  return row !== undefined
}
