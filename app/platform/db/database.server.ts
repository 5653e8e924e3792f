import { Kysely, type Transaction } from 'kysely'
import { asTransaction } from './open-transaction.server'
import { postgresDialect } from './postgres.server'
import type { Database } from './schema'
import { sqliteDialect, sqliteFile } from './sqlite.server'

/** A connection or a transaction: what stores take. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
export type Engine = 'sqlite' | 'postgres'

/** Opens the database of this installation. Nothing is read before the first query. */
export function openDatabase(where: { databaseUrl: string | undefined; dataDir: string }): Db {
  const dialect = where.databaseUrl
    ? postgresDialect(where.databaseUrl)
    : sqliteDialect(sqliteFile(where.dataDir))
  return new Kysely<Database>({ dialect })
}

/**
 * Runs `work` in one transaction, or in the one that `db` already is.
 * Inside it use the handed transaction alone: SQLite has one connection, and asking `db` for it again waits for ever.
 */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : asTransaction(() => db.transaction().execute(work))
}

/** Runs `work` in a transaction that is undone at its end, whatever came of it: to see what it would do. */
export async function rehearse<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}
