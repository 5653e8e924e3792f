import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { type Db, rehearse, runsOnPostgres } from './database.server'
import { sqliteFile } from './sqlite.server'
import { TABLES } from './tables'

const SQLITE_BUSY = 5
const RETRY_MS = 50

/**
 * Checks without writing that every table exists and is writable, by taking and releasing write locks.
 * @throws the problem, after waiting `patienceMs` for a lock
 */
export async function probeDatabase(db: Db, dataDir: string, patienceMs: number): Promise<void> {
  if (runsOnPostgres(db)) await probePostgres(db, patienceMs)
  else await probeSqlite(sqliteFile(dataDir), patienceMs)
}

async function probePostgres(db: Db, patienceMs: number): Promise<void> {
  await rehearse(db, async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(patienceMs)}`.execute(tx)
    await sql`lock table ${sql.join(TABLES.map((name) => sql.table(name)))} in row exclusive mode`.execute(tx)
    const { rows } = await sql<{
      mode: string
    }>`select current_setting('transaction_read_only') as mode`.execute(tx)
    if (rows[0]?.mode === 'on') throw new Error('The database accepts no writes.')
  })
}

/** Over a separate connection, since waiting for a lock blocks the whole process. */
async function probeSqlite(file: string, patienceMs: number): Promise<void> {
  for (const end = performance.now() + patienceMs; ; await sleep(RETRY_MS)) {
    try {
      return probeOnce(file)
    } catch (error) {
      const isBusy = (error as { errcode?: number }).errcode === SQLITE_BUSY
      if (!isBusy || performance.now() > end) throw error
    }
  }
}

function probeOnce(file: string): void {
  const address = pathToFileURL(file)
  // Doesn't create a missing database file.
  address.searchParams.set('mode', 'rw')
  const database = new DatabaseSync(address, { timeout: 0 })
  try {
    database.exec('begin immediate')
    for (const table of TABLES) database.prepare(`select 1 from "${table}" limit 0`)
    database.exec('rollback')
  } finally {
    database.close()
  }
}
