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
    /** URL of the test run's PostgreSQL server, without a database name. */
    postgresUrl: string
    /** Schema and rows of the migrated PostgreSQL template. */
    postgresTemplate: Awaited<ReturnType<typeof readTemplate>>
    /** A migrated SQLite database. Each test uses a copy. */
    sqliteTemplate: string
  }
}

/** Prepares what the whole test run shares: a real PostgreSQL server, and a migrated database on each engine. */
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
