import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../app/platform/db/database.server'
import { migrate } from '../../app/platform/db/migrate.server'
import { type OwnPostgres, startPostgres } from './own-postgres'
import { readTemplate, TEMPLATE } from './postgres-template'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the test run's PostgreSQL server, without a database's name. */
    postgresUrl: string
    /** What the migrations left in the PostgreSQL template. */
    postgresTemplate: Awaited<ReturnType<typeof readTemplate>>
    /** A migrated SQLite database; each test’s own is a copy of it. */
    sqliteTemplate: string
  }
}

/** What the whole test run shares, gone with it: one real PostgreSQL, and a migrated database of each engine. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-run-'))
  // Root starts PostgreSQL as another user, which needs access to its folder.
  await chmod(folder, 0o711)
  const [server] = await Promise.all([
    startTemplate(project, join(folder, 'postgres')),
    makeSqliteTemplate(project, join(folder, 'sqlite')),
  ])
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startTemplate(project: TestProject, databaseDir: string): Promise<OwnPostgres> {
  const server = await startPostgres(databaseDir)
  await server.createDatabase(TEMPLATE)
  await migrateOnce({ databaseUrl: `${server.url}/${TEMPLATE}`, dataDir: databaseDir })
  project.provide('postgresUrl', server.url)
  project.provide('postgresTemplate', await readTemplate(`${server.url}/${TEMPLATE}`))
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
