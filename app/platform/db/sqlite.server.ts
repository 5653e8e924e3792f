import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { LATE_CHECKPOINT_PAGES, WriteAheadLog } from './write-ahead-log.server'

export const sqliteFile = (dataDir: string): string => join(dataDir, 'studio.sqlite')

const [READ_ONLY, CORRUPT, CANT_OPEN, NOT_A_DATABASE] = [8, 11, 14, 26]

/** Whether an error means that the database's file is damaged. */
export const isDamaged = (error: unknown): boolean => [CORRUPT, NOT_A_DATABASE].includes(codeOf(error))

/** Whether an error means that the database's file, or one beside it, can't be opened or written. */
export const isUnwritable = (error: unknown): boolean => [READ_ONLY, CANT_OPEN].includes(codeOf(error))

/** SQLite's primary result code; 0: another error. */
const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff

/** A second, read-only connection, whose transactions see one state and block no one. */
export const sqliteReaderDialect = (file: string): SqliteDialect =>
  new SqliteDialect({
    database: async () => {
      const database = new DatabaseSync(file, { readOnly: true })
      database.exec('pragma busy_timeout = 5000')
      const prepare = preparing(database)
      return { close: () => database.close(), prepare }
    },
  })

/** Copies a database while others write to it, as it was at one moment. */
export async function copySqlite(file: string, to: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    // Without an open transaction, each write of another connection would start the copy again.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await backup(source, to, { rate: COPIED_PAGES })
  } finally {
    source.close()
  }
}

/** Pages of a copy that are written before the thread is free for other work: 16 MiB. */
const COPIED_PAGES = 4_000

/**
 * Kysely over `node:sqlite`: one connection, durable writes, and transactions that take the write lock
 * immediately.
 */
export const sqliteDialect = (file: string): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => durableDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

function durableDriver(file: string): Driver {
  let log: WriteAheadLog | undefined
  const driver = new SqliteDriver({
    database: async () => {
      const database = openSqlite(file)
      log = await WriteAheadLog.of(file, database)
      const prepare = preparing(database)
      return {
        close: () => database.close(),
        prepare: (sql) => {
          // On a full disk SQLite has already rolled back. A failing rollback would hide the original error.
          if (sql === 'rollback' && !database.isTransaction) return NOTHING_TO_DO
          // A transaction that takes the write lock later can fail midway, so it is taken at the beginning.
          return prepare(sql === 'begin' ? 'begin immediate' : sql)
        },
      }
    },
    onCreateConnection: async (connection) => {
      waitForLocks(connection)
      const run = connection.executeQuery.bind(connection)
      connection.executeQuery = async <R>(query: CompiledQuery) => {
        const result = await run<R>(query)
        if (mayWrite(query)) await log?.putOnDisk()
        return result
      }
    },
  })
  const destroy = driver.destroy.bind(driver)
  driver.destroy = async () => await (log ? log.end(destroy) : destroy())
  return driver
}

const mayWrite = ({ query, sql }: CompiledQuery): boolean =>
  query.kind !== 'SelectQueryNode' && !/^\s*(select|pragma|rollback)\b/i.test(sql)

function openSqlite(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout = 5000')
  database.exec('pragma journal_mode = wal')
  // A busy timeout would block the event loop: `waitForLocks` waits asynchronously.
  database.exec('pragma busy_timeout = 0')
  // Keeps the file whole. `putOnDisk` makes commits durable.
  database.exec('pragma synchronous = normal')
  database.exec('pragma foreign_keys = on')
  // A booking changes about a hundred pages, mostly the same ones each time: enough memory to cache them, and
  // to write them back once for many commits.
  database.exec(`pragma cache_size = -${CACHE_KIB}`)
  database.exec(`pragma wal_autocheckpoint = ${LATE_CHECKPOINT_PAGES}`)
  return database
}

const SQLITE_BUSY = 5
/** How long statements wait for another process's lock, in milliseconds. */
const PATIENCE_MS = 5_000
const RETRY_MS = 25
/** In milliseconds. A lock met after a longer pause counts as a new one, for which the limit starts again. */
const PAUSE_MS = 1_000

/**
 * Retries a statement while another process holds the lock. Statements are queued on the one connection, so
 * the time limit applies once to all, not to each.
 */
function waitForLocks(connection: DatabaseConnection): void {
  const run = connection.executeQuery.bind(connection)
  const patience = lockPatience(() => performance.now())
  connection.executeQuery = async <R>(query: CompiledQuery) => {
    for (; ; await sleep(RETRY_MS)) {
      try {
        const result = await run<R>(query)
        if (takesLock(query)) patience.end()
        return result
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || !patience.goesOn()) throw error
      }
    }
  }
}

/** @param now a monotonic time in milliseconds */
export function lockPatience(now: () => number): { goesOn(): boolean; end(): void } {
  let lock: { since: number; seen: number } | undefined
  return {
    goesOn() {
      const at = now()
      if (!lock || at - lock.seen > PAUSE_MS) lock = { since: at, seen: at }
      lock.seen = at
      return at - lock.since <= PATIENCE_MS
    },
    end() {
      lock = undefined
    },
  }
}

/** Reads don't count, since they work while another process holds the write lock. */
const takesLock = ({ query, sql }: CompiledQuery): boolean =>
  sql === 'begin' || ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(query.kind)

const CACHE_KIB = 16_384

function statementOf(statement: StatementSync): SqliteStatement {
  type Values = Parameters<typeof statement.all>
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...(values as Values)),
    run: (values) => statement.run(...(values as Values)),
    iterate: (values) => statement.iterate(...(values as Values)) as IterableIterator<unknown>,
  }
}

const KEPT_STATEMENTS = 300

/**
 * Preparing costs as much as running a short statement, so recent ones are cached. SQLite re-prepares them
 * itself when tables change.
 */
function preparing(database: DatabaseSync): (sql: string) => SqliteStatement {
  const kept = new Map<string, SqliteStatement>()
  return (sql) => {
    const statement = kept.get(sql) ?? statementOf(database.prepare(sql))
    kept.delete(sql)
    kept.set(sql, statement)
    const oldest = kept.size > KEPT_STATEMENTS ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return statement
  }
}

const NOTHING_TO_DO = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

/**
 * SQLite's DDL is transactional. Declared so, the migrator uses one transaction: a failed migration leaves
 * nothing behind, and two instances wait for each other.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
