import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, type Engine, openDatabase, transact } from '~/platform/db/database.server'
import { migrate } from '~/platform/db/migrate.server'
import type { Database } from '~/platform/db/schema'
import { copyRows } from './copy-rows'
import { startPostgres } from './own-postgres'
import { copyInstallation, type Site, startSite } from './site'
import { inDatabaseOf } from './site-database'

/**
 * Starts a site with the demo content on that engine, without photo jobs.
 * @param lockTimeoutMs lock timeout on PostgreSQL, instead of ten seconds
 */
export async function startSiteOn(
  engine: Engine,
  env: Record<string, string> = {},
  lockTimeoutMs = 3_000,
): Promise<{ site: Site; stop: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const site = await startSite({ env })
    return { site, stop: async () => void (await site.stop()) }
  }
  const { dataDir, env: database, remove } = await prepareOn(engine, lockTimeoutMs)
  const site = await startSite({ dataDir, env: { ...env, ...database } })
  return {
    site,
    stop: async () => {
      await site.stop()
      await remove()
    },
  }
}

/** A data folder with the demo content and thumbnails, and the environment that names its database. */
export async function prepareOn(
  engine: Engine,
  lockTimeoutMs = 3_000,
): Promise<{ dataDir: string; env: Record<string, string>; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-site-'))
  const dataDir = join(folder, 'data')
  await copyInstallation('texts', dataDir)
  const remove = () => rm(folder, { recursive: true, force: true })
  if (engine === 'sqlite') return { dataDir, env: {}, remove }
  // PostgreSQL may run as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  const postgres = await startPostgres(join(folder, 'postgres'))
  await postgres.createDatabase('site')
  const databaseUrl = `${postgres.url}/site?lock_timeout=${lockTimeoutMs}`
  await moveToPostgres(dataDir, databaseUrl)
  return {
    ...{ dataDir, env: { DATABASE_URL: databaseUrl } },
    remove: async () => {
      await postgres.stop()
      await remove()
    },
  }
}

/** Copies the data folder's SQLite database into an empty PostgreSQL database. */
export async function moveToPostgres(dataDir: string, databaseUrl: string): Promise<void> {
  const [from, to] = [undefined, databaseUrl].map((url) => openDatabase({ databaseUrl: url, dataDir })) as [
    Db,
    Db,
  ]
  await migrate(to)
  await copyRows(from, to)
  await Promise.all([from.destroy(), to.destroy()])
}

/** Runs `work` while these tables of a running site are missing. */
export async function withoutTables(
  site: Site,
  tables: (keyof Database)[],
  work: () => Promise<void>,
): Promise<void> {
  const rename = (names: (table: string) => [from: string, to: string]) =>
    inDatabaseOf(site, (db) =>
      transact(db, async (tx) => {
        for (const table of tables) {
          const [from, to] = names(table)
          await sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(tx)
        }
      }),
    )
  await rename((table) => [table, `gone_${table}`])
  try {
    await work()
  } finally {
    await rename((table) => [`gone_${table}`, table])
  }
}
