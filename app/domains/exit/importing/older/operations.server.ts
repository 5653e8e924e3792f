import { join } from 'node:path'
import { type Db, openDatabase, type Tx, transact } from '~/platform/db/database.server'
import { type Migrations, migrate, migrateAs } from '~/platform/db/migrate.server'
import type { TableShape } from '~/platform/db/table-shape'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import { rowsOf } from '../../exporting/store.server'
import { LEFT_OUT } from '../../model'
import type { TableRow } from '../../table-lines'
import { rowsAtOnce, TableError } from '../read-table'
import { clearSeeded } from '../store.server'
import { messageOf } from '../verifying/operations.server'

/** A database beside the installation’s, such as the older program had that wrote an archive. */
export interface OlderDatabase {
  db: Db
  /** The tables that its archives hold. */
  shapes: TableShape[]
  migrations: Migrations | undefined
}

/**
 * Makes one in a folder. Rows of an older version are loaded into it and go through the migrations that have come since,
 * as they would have at an update; then they are rows of this version.
 * @param names migrations that the archive has been through
 */
export async function openOlder(
  folder: string,
  names: readonly string[],
  migrations: Migrations | undefined,
): Promise<OlderDatabase> {
  const db = openDatabase({ databaseUrl: undefined, dataDir: join(folder, 'older') })
  try {
    await migrateAs(db, names, migrations)
    const shapes = (await readTableShapes(db)).filter(({ name }) => !LEFT_OUT.includes(name))
    return { db, shapes, migrations }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Loads rows by `load`, and brings them to this version.
 * @throws TableError when a migration does not take them
 */
export async function catchUp(
  { db, migrations }: OlderDatabase,
  load: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transact(db, async (tx) => {
    await clearSeeded(tx)
    await load(tx)
  })
  try {
    await migrate(db, migrations)
  } catch (error) {
    throw new TableError(`Its tables can’t be upgraded to this version: ${messageOf(error)}`)
  }
}

/** The rows of a table of this version, some at a time. */
export async function* olderRows({ db }: OlderDatabase, shape: TableShape): AsyncGenerator<TableRow[]> {
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
