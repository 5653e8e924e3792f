import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '~/platform/config.server'
import { type Db, openDatabase, transact } from '~/platform/db/database.server'
import { type Migrations, migrateAs, readMigrations } from '~/platform/db/migrate.server'
import { readSnapshot } from '~/platform/db/snapshot.server'
import { copySqlite, sqliteFile } from '~/platform/db/sqlite.server'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import type { TableShape } from '~/platform/db/tables'
import { rowLine, rowsAtOnce, type TableRow } from '../archived-tables'
import { rowsOf } from '../export-store.server'
import { fillTable } from '../import-store.server'
import { LEFT_OUT, LEFT_OUT_ROWS } from '../model'
import type { BackupManifest } from './manifest.server'

/**
 * Writes a consistent copy of the database as a SQLite database, on both engines, while the site runs. It
 * contains what an export contains: no sessions, no derived data.
 * @param folder an existing folder, for the database’s file
 * @returns an open connection to the copy
 */
export async function copyDatabase(
  where: Pick<Config, 'databaseUrl' | 'dataDir'>,
  folder: string,
  migrations?: Migrations,
): Promise<Db> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (where.databaseUrl === undefined) await copySqlite(sqliteFile(where.dataDir), sqliteFile(folder))
  const copy = openDatabase({ databaseUrl: undefined, dataDir: folder })
  try {
    if (where.databaseUrl === undefined) await leaveOut(copy)
    else await copyRows(where, copy, migrations)
    // One file without a log beside it.
    await sql`pragma journal_mode = delete`.execute(copy)
    return copy
  } catch (error) {
    await copy.destroy()
    throw error
  }
}

async function leaveOut(copy: Db): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(copy)
  if (rows[0]?.integrity_check !== 'ok')
    throw new Error(`The database is damaged: ${rows[0]?.integrity_check ?? ''}`)
  // Rows that are kept may refer to some that are left out.
  await sql`pragma foreign_keys = off`.execute(copy)
  const names = (await readTableShapes(copy)).map(({ name }) => name)
  for (const name of LEFT_OUT)
    if (names.includes(name)) await sql`delete from ${sql.table(name)}`.execute(copy)
  for (const [name, { column, value }] of Object.entries(LEFT_OUT_ROWS))
    await sql`delete from ${sql.table(name)} where ${sql.ref(column)} = ${value}`.execute(copy)
  await sql`vacuum`.execute(copy)
}

const copyRows = (
  where: Pick<Config, 'databaseUrl' | 'dataDir'>,
  copy: Db,
  migrations: Migrations | undefined,
): Promise<void> =>
  readSnapshot(where, async (tx) => {
    await migrateAs(copy, await readMigrations(tx), migrations)
    const shapes = await archivedShapes(tx)
    await transact(copy, async (into) => {
      for (const shape of shapes) await fillTable(into, shape, batchesOf(tx, shape))
    })
  })

/** The tables that archives contain, referenced ones first. */
export const archivedShapes = async (db: Db): Promise<TableShape[]> =>
  (await readTableShapes(db)).filter(({ name }) => !LEFT_OUT.includes(name))

/** All rows of a table, in batches for one statement each. */
export async function* batchesOf(db: Db, shape: TableShape): AsyncGenerator<TableRow[]> {
  const most = rowsAtOnce(shape)
  let rows: TableRow[] = []
  for await (const row of rowsOf(db, shape)) {
    rows.push(row)
    if (rows.length < most) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** The number of rows and a checksum of each archived table. */
export async function describeTables(db: Db): Promise<BackupManifest['tables']> {
  const tables: BackupManifest['tables'] = []
  for (const shape of await archivedShapes(db)) {
    const hash = createHash('sha256')
    let rows = 0
    for await (const row of rowsOf(db, shape)) {
      hash.update(`${rowLine(shape, row)}\n`)
      rows += 1
    }
    tables.push({ name: shape.name, rows, sha256: hash.digest('hex') })
  }
  return tables
}

/** The same for the same rows, in any order, since databases sort text in different ways. */
export async function fingerprintOf(db: Db): Promise<string> {
  let sum = 0n
  for (const shape of await archivedShapes(db))
    for await (const row of rowsOf(db, shape)) {
      const line = `${shape.name} ${rowLine(shape, row)}`
      sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
    }
  return sum.toString(16)
}
