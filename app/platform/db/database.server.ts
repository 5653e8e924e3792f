import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { Kysely, PostgresAdapter, type Transaction } from 'kysely'
import { postgresDialect } from './postgres.server'
import type { Database } from './schema'
import { sqliteDialect, sqliteFile } from './sqlite.server'
import { recordWrittenRows, type WrittenRow } from './written-rows.server'

/** A connection or a transaction, the first argument of stores. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
export type Engine = 'sqlite' | 'postgres'

/** Whether the database exists, even if empty. On SQLite, the first query creates it. */
export const databaseExists = (where: { databaseUrl: string | undefined; dataDir: string }): boolean =>
  where.databaseUrl !== undefined || existsSync(sqliteFile(where.dataDir))

/** Opens this installation's database lazily, with the first query. */
export function openDatabase(where: { databaseUrl: string | undefined; dataDir: string }): Db {
  const dialect = where.databaseUrl
    ? postgresDialect(where.databaseUrl)
    : sqliteDialect(sqliteFile(where.dataDir))
  return new Kysely<Database>({ dialect })
}

export const runsOnPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

interface Open {
  beforeCommit: (() => Promise<void>)[]
  /** A nested part was rolled back, so the whole transaction must be. */
  isRolledBack: boolean
}

const openTransactions = new WeakMap<Db, Open>()

/** Rolls back and ends the transaction with this result. */
export type Rollback<T> = (outcome: T) => never

class RolledBack<T> extends Error {
  readonly outcome: T

  constructor(outcome: T) {
    super('rolled back')
    this.outcome = outcome
  }
}

/**
 * Runs `work` in a transaction, or in the one that `db` already is. Use only the given transaction inside:
 * SQLite has one connection, so using `db` would wait forever. `rollback` ends `work` with a result and
 * undoes its writes. In a nested call, the caller gets the result and has to roll back too: committing
 * throws.
 */
export async function transact<T>(db: Db, work: (tx: Tx, rollback: Rollback<T>) => Promise<T>): Promise<T> {
  let rolledBack: RolledBack<T> | undefined
  const rollback = (outcome: T): never => {
    rolledBack = new RolledBack(outcome)
    throw rolledBack
  }
  try {
    return await (db.isTransaction ? work(db as Tx, rollback) : begin(db, (tx) => work(tx, rollback)))
  } catch (error) {
    if (rolledBack === undefined || error !== rolledBack) throw error
    const outer = openTransactions.get(db)
    if (outer) outer.isRolledBack = true
    return rolledBack.outcome
  }
}

const begin = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  asTransaction(() =>
    db.transaction().execute(async (tx) => {
      const open: Open = { beforeCommit: [], isRolledBack: false }
      openTransactions.set(tx, open)
      const result = await work(tx)
      if (open.isRolledBack)
        throw new Error('A part of this transaction was rolled back: it can’t be committed.')
      for (const each of open.beforeCommit) await each()
      return result
    }),
  )

/**
 * Runs `work` just before the transaction commits. Locks a row that every transaction needs, such as the end
 * of a chain, as late and briefly as possible, and never before another lock.
 */
export async function beforeCommit(tx: Tx, work: () => Promise<void>): Promise<void> {
  const open = openTransactions.get(tx)
  if (open) open.beforeCommit.push(work)
  else await work()
}

/**
 * Runs `work` in a transaction that is always rolled back, to see its effects.
 * @param written receives the rows that it writes
 */
export async function rehearse<T>(db: Db, work: (tx: Tx) => Promise<T>, written?: WrittenRow[]): Promise<T> {
  return await asTransaction(async () => {
    const transaction = await db.startTransaction().execute()
    const tx = written ? transaction.withPlugin(recordWrittenRows(written)) : transaction
    // Nothing is committed, so `beforeCommit` isn't run.
    openTransactions.set(tx, { beforeCommit: [], isRolledBack: false })
    try {
      return await work(tx)
    } finally {
      await transaction.rollback().execute()
    }
  })
}

/**
 * Commits `work` if `check` succeeds, whose writes are undone. Pages may be rendered in this transaction: it is for
 * upgrades, before anyone is served.
 * @throws what either throws; nothing is committed then
 */
export async function commitChecked(
  db: Db,
  work: (tx: Tx) => Promise<void>,
  check: (tx: Tx) => Promise<void>,
): Promise<void> {
  const tx = await db.startTransaction().execute()
  try {
    await work(tx)
    const checked = await tx.savepoint('checked').execute()
    await check(checked)
    await checked.rollbackToSavepoint('checked').execute()
    await tx.commit().execute()
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}

/**
 * Whether a write violated a unique constraint.
 * @param column as named in the constraint, such as `galleries.slug`
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

interface Lockable<Query> {
  forUpdate(): Query
  forNoKeyUpdate(): Query
  forKeyShare(): Query
}

/**
 * `update`: exclusive. `no key update`: others may still insert rows that refer to them. `key share`: others
 * may take the same lock, but not change the rows' keys or delete them.
 */
type Strength = 'update' | 'no key update' | 'key share'

/**
 * Locks the rows of `query` until the transaction ends. Other transactions wait, then read the new values.
 * Order several rows by id to avoid deadlocks. On SQLite the query runs unchanged, since a writing
 * transaction already locks the whole database.
 */
export function lockRows<Query extends Lockable<Query>>(
  tx: Db,
  query: Query,
  strength: Strength = 'update',
): Query {
  if (!runsOnPostgres(tx)) return query
  if (strength === 'key share') return query.forKeyShare()
  return strength === 'update' ? query.forUpdate() : query.forNoKeyUpdate()
}

/** Locks rows that no other transaction has locked, and skips the others. */
export const lockFreeRows = <Query extends { forUpdate(): Query; skipLocked(): Query }>(
  tx: Db,
  query: Query,
): Query => (runsOnPostgres(tx) ? query.forUpdate().skipLocked() : query)

const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Marks a transaction as open for `refuseWhileWriting` in everything that `work` calls. */
async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/**
 * Keeps slow work out of transactions: on SQLite an open one blocks all other queries, on PostgreSQL it keeps
 * row locks.
 * @param what begins the error message, such as "An email"
 * @throws inside a transaction
 */
export function refuseWhileWriting(what: string): void {
  if (transactions.getStore()?.isOpen)
    throw new Error(`${what} can’t be rendered while a transaction is open.`)
}
