import { Kysely } from 'kysely'
import type { Tx } from './database.server'
import { postgresDialect } from './postgres.server'
import type { Database } from './schema'
import { sqliteFile, sqliteReaderDialect } from './sqlite.server'

/**
 * Reads one state of the whole database, however long it takes, over a connection of its own: nobody who writes
 * meanwhile waits for it, or is seen.
 */
export async function readSnapshot<T>(
  where: { databaseUrl: string | undefined; dataDir: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = where
  const dialect = databaseUrl ? postgresDialect(databaseUrl) : sqliteReaderDialect(sqliteFile(dataDir))
  const db = new Kysely<Database>({ dialect })
  try {
    const transaction = db.transaction()
    // A transaction of SQLite is one already.
    return await (databaseUrl
      ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
      : transaction
    ).execute(work)
  } finally {
    await db.destroy()
  }
}
