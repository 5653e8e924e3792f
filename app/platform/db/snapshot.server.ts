import { Kysely, sql } from 'kysely'
import type { Tx } from './database.server'
import { overlay } from './overlay.server'
import { postgresDialect } from './postgres.server'
import type { Database } from './schema'
import { sqliteFile, sqliteReaderDialect } from './sqlite.server'
import type { WrittenRow } from './written-rows.server'

interface Options {
  /** Rows to overlay as if they had been written. */
  written?: readonly WrittenRow[]
  /** Statement timeout in milliseconds, for PostgreSQL. */
  statementMs?: number
}

/** Reads a consistent snapshot of the whole database over a separate connection, without blocking writers. */
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
    // SQLite transactions are snapshots anyway.
    return await (databaseUrl ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
      async (tx) => {
        await overlay(tx, written)
        if (databaseUrl) {
          await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(tx)
          // Files are read and packed between two statements.
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
          // Set late, since it would also forbid the temporary views. SQLite's connection is read-only
          // anyway.
          await sql`set transaction read only`.execute(tx)
        }
        return await work(tx)
      },
    )
  } finally {
    await db.destroy()
  }
}
