import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Engine } from '~/platform/db/database.server'
import type { Database } from '~/platform/db/schema'
import { startPostgres } from './own-postgres'
import { type Site, startSite } from './site'
import { inDatabaseOf } from './site-database'

/** A running site with the demo content on that engine, and without the work of its photos. */
export async function startSiteOn(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<{ site: Site; stop: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const site = await startSite({ env })
    return { site, stop: async () => void (await site.stop()) }
  }
  const folder = await mkdtemp(join(tmpdir(), 'engine-site-'))
  // PostgreSQL may run as another user.
  await chmod(folder, 0o711)
  const postgres = await startPostgres(join(folder, 'postgres'))
  await postgres.createDatabase('site')
  // Whoever waits for a lock gives up after three seconds instead of ten.
  const databaseUrl = `${postgres.url}/site?lock_timeout=3000`
  const site = await startSite({ content: 'nothing', env: { ...env, DATABASE_URL: databaseUrl } })
  await inDatabaseOf(site, (db) => db.deleteFrom('jobs').where('kind', 'like', 'make-%').execute())
  return {
    site,
    stop: async () => {
      await site.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs `work` while a running site has a table less. */
export async function withoutTable(
  site: Site,
  table: keyof Database,
  work: () => Promise<void>,
): Promise<void> {
  const rename = (from: string, to: string) =>
    inDatabaseOf(site, (db) => sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(db))
  await rename(table, 'gone_for_now')
  try {
    await work()
  } finally {
    await rename('gone_for_now', table)
  }
}
