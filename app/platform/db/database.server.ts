import { existsSync } from 'node:fs'
import { Kysely, type Transaction } from 'kysely'
import { asTransaction } from './open-transaction.server'
import { postgresDialect } from './postgres.server'
import type { Database } from './schema'
import { sqliteDialect, sqliteFile } from './sqlite.server'
import { keepWrittenRows, type WrittenRow } from './written-rows.server'

/** A connection or a transaction: what stores take. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
export type Engine = 'sqlite' | 'postgres'

/** Whether there is a database, which may be empty. On SQLite, the first query makes one. */
export const databaseExists = (where: { databaseUrl: string | undefined; dataDir: string }): boolean =>
  where.databaseUrl !== undefined || existsSync(sqliteFile(where.dataDir))

/** Opens the database of this installation. Nothing is read before the first query. */
export function openDatabase(where: { databaseUrl: string | undefined; dataDir: string }): Db {
  const dialect = where.databaseUrl
    ? postgresDialect(where.databaseUrl)
    : sqliteDialect(sqliteFile(where.dataDir))
  return new Kysely<Database>({ dialect })
}

/** What each open transaction does last. */
const lastWork = new WeakMap<Db, (() => Promise<void>)[]>()

/**
 * Runs `work` in one transaction, or in the one that `db` already is.
 * Inside it use the handed transaction alone: SQLite has one connection, and asking `db` for it again waits for ever.
 */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  return asTransaction(() =>
    db.transaction().execute(async (tx) => {
      const last: (() => Promise<void>)[] = []
      lastWork.set(tx, last)
      const result = await work(tx)
      for (const each of last) await each()
      return result
    }),
  )
}

/**
 * Runs `work` as the last thing in the transaction, just before it is committed. A row that every transaction wants,
 * such as the end of a chain, is locked this way for the shortest time, and never before another lock.
 */
export async function beforeCommit(tx: Tx, work: () => Promise<void>): Promise<void> {
  const last = lastWork.get(tx)
  if (last) last.push(work)
  else await work()
}

/**
 * Runs `work` in a transaction that is undone at its end, whatever came of it: to see what it would do.
 * @param written gets the rows that it writes
 */
export async function rehearse<T>(db: Db, work: (tx: Tx) => Promise<T>, written?: WrittenRow[]): Promise<T> {
  return await asTransaction(async () => {
    const transaction = await db.startTransaction().execute()
    const tx = written ? transaction.withPlugin(keepWrittenRows(written)) : transaction
    // Nothing is committed, so nothing comes last.
    lastWork.set(tx, [])
    try {
      return await work(tx)
    } finally {
      await transaction.rollback().execute()
    }
  })
}

/**
 * Whether the database refused a write because its unique rule over a column holds for another row.
 * @param column as it stands in the rule, such as `galleries.slug`
 */
export function isTaken(error: unknown, column: `${string}.${string}`): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode, constraint } = error as { code?: string; errcode?: number; constraint?: string }
  return (
    (code === POSTGRES_UNIQUE && constraint === `${column.replace('.', '_')}_key`) ||
    (errcode === SQLITE_UNIQUE && error.message.endsWith(`: ${column}`))
  )
}

/** unique_violation, and SQLITE_CONSTRAINT_UNIQUE. */
const [POSTGRES_UNIQUE, SQLITE_UNIQUE] = ['23505', 2067]
