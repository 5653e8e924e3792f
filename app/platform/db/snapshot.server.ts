import { Kysely, sql } from 'kysely'
import type { Tx } from './database.server'
import { overlay } from './overlay.server'
import { postgresDialect } from './postgres.server'
import type { Database } from './schema'
import { sqliteFile, sqliteReaderDialect } from './sqlite.server'
import type { WrittenRow } from './written-rows.server'

interface Options {
  /** Rows to read the database with as if they had been written. */
  written?: readonly WrittenRow[]
  /** The longest that a statement may take, in milliseconds. For PostgreSQL; SQLite runs none beside the program. */
  statementMs?: number
}

/**
 * Reads one state of the whole database, however long it takes, over a connection of its own: nobody who writes
 * meanwhile waits for it, or is seen.
 */
export async function readSnapshot<T>(
  where: { databaseUrl: string | undefined; dataDir: string },
  work: (tx: Tx) => Promise<T>,
  { written = [], statementMs = 0 }: Options = {},
): Promise<T> {
  const { databaseUrl, dataDir } = where
  const dialect = databaseUrl ? postgresDialect(databaseUrl) : sqliteReaderDialect(sqliteFile(dataDir))
  const db = new Kysely<Database>({ dialect })
  try {
    const transaction = db.transaction()
    // A transaction of SQLite is a snapshot anyway.
    return await (databaseUrl ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
      async (tx) => {
        await overlay(tx, written)
        if (databaseUrl) {
          await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(tx)
          // Not before: not even temporary views can be made then. SQLite's connection can't write at all.
          await sql`set transaction read only`.execute(tx)
        }
        return await work(tx)
      },
    )
  } finally {
    await db.destroy()
  }
}
