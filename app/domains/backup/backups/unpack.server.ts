import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { Kysely, sql } from 'kysely'
import { DamagedAge } from '~/platform/age.server'
import { type Db, transact } from '~/platform/db/database.server'
import { type Migrations, readMigrations } from '~/platform/db/migrate.server'
import type { Database } from '~/platform/db/schema'
import { sqliteReaderDialect } from '~/platform/db/sqlite.server'
import type { TableShape } from '~/platform/db/tables'
import { readRow, rowLine, TableError, type TableRow } from '../archived-tables'
import { rowsOf } from '../export-store.server'
import { type OlderDatabase, openOlder } from '../import.server'
import { fillTable } from '../import-store.server'
import { archivedShapes, batchesOf, describeTables } from './database-copy.server'
import type { BackupManifest, From } from './manifest.server'
import { databasePath } from './model'
import { measured, readEncrypted } from './stored-files.server'

/**
 * Writes the database of a backup to a local file, and never more bytes than its manifest says.
 * @returns false, and no file, when it isn’t the one that the manifest names
 */
export async function unpackDatabase(
  from: From,
  { name, database }: Pick<BackupManifest, 'name' | 'database'>,
  file: string,
): Promise<boolean> {
  const unpacked = measured(unpackedPieces(from, name))
  let isIntact = false
  const local = await open(file, 'wx', 0o600)
  try {
    let bytes = 0
    for await (const piece of unpacked.pieces) {
      bytes += piece.length
      if (bytes > database.bytes) return false
      await local.writeFile(piece)
    }
    const found = unpacked.result()
    isIntact = found.bytes === database.bytes && found.sha256 === database.sha256
    return isIntact
  } catch (error) {
    // Damaged compressed data has such a code.
    if (error instanceof DamagedAge || /^(ZSTD_|Z_)/.test(String((error as { code?: unknown }).code)))
      return false
    throw error
  } finally {
    await local.close()
    if (!isIntact) await rm(file, { force: true })
  }
}

async function* unpackedPieces(from: From, name: string): AsyncGenerator<Uint8Array> {
  yield* Readable.from(readEncrypted(from, databasePath(name))).compose(createZstdDecompress())
}

/**
 * Loads the database of a backup into a scratch database, with the schema that the backup’s version had. The file
 * is only read, table by table, and each value is checked.
 * @param file from `unpackDatabase`
 * @throws TableError if it isn’t as its manifest says
 */
export async function loadIntoScratch(
  file: string,
  manifest: BackupManifest,
  { folder, migrations }: { folder: string; migrations: Migrations | undefined },
): Promise<OlderDatabase> {
  const scratch = await openOlder(folder, manifest.migrations, migrations)
  const source = openFile(file)
  try {
    await checkSchema(source, scratch, manifest)
    await transact(scratch.db, async (tx) => {
      for (const shape of scratch.shapes) await fillTable(tx, shape, checkedRows(source, shape))
    })
    const loaded = await describeTables(scratch.db)
    for (const table of manifest.tables)
      if (
        !loaded.some(
          ({ name, rows, sha256 }) => name === table.name && rows === table.rows && sha256 === table.sha256,
        )
      )
        throw new TableError(`The table ${table.name} isn’t what the manifest says.`)
    for (const shape of scratch.shapes) await compareRows(source, scratch.db, shape)
    return scratch
  } catch (error) {
    await scratch.db.destroy()
    throw error
  } finally {
    await source.destroy()
  }
}

const openFile = (file: string): Db => new Kysely<Database>({ dialect: sqliteReaderDialect(file) })

async function checkSchema(
  source: Db,
  { shapes }: OlderDatabase,
  { migrations, tables }: BackupManifest,
): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(source)
  if (rows[0]?.integrity_check !== 'ok') throw new TableError('Its database is damaged.')
  const found = await archivedShapes(source)
  if (JSON.stringify(byName(found)) !== JSON.stringify(byName(shapes)))
    throw new TableError('Its tables aren’t those of the version that made it.')
  if (JSON.stringify(await readMigrations(source)) !== JSON.stringify(migrations))
    throw new TableError('Its database has other migrations than its manifest says.')
  const names = shapes.map(({ name }) => name).toSorted()
  if (JSON.stringify(tables.map(({ name }) => name).toSorted()) !== JSON.stringify(names))
    throw new TableError('Its manifest has other tables than its database.')
}

const byName = (shapes: TableShape[]): TableShape[] => shapes.toSorted((a, b) => (a.name < b.name ? -1 : 1))

async function* checkedRows(source: Db, shape: TableShape): AsyncGenerator<TableRow[]> {
  const columns = shape.columns.map(({ name }) => name)
  for await (const rows of batchesOf(source, shape)) {
    for (const row of rows) {
      const read = readRow(shape, columns, rowLine(shape, row))
      if (typeof read === 'string') throw new TableError(`In the table ${shape.name}, ${read}.`)
    }
    yield rows
  }
}

/** @throws TableError when a row differs */
async function compareRows(source: Db, scratch: Db, shape: TableShape): Promise<void> {
  const restored = rowsOf(scratch, shape)
  for await (const row of rowsOf(source, shape)) {
    const other = await restored.next()
    if (other.done || rowLine(shape, other.value) !== rowLine(shape, row))
      throw new TableError(`A row of the table ${shape.name} isn’t restored as it was.`)
  }
  if (!(await restored.next()).done)
    throw new TableError(`The table ${shape.name} has more rows than it had.`)
}
