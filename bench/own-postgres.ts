import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '../test/support/own-postgres.ts'
import { buildProgram, inFolder, type Program } from './booking-studio.ts'

/** A separate PostgreSQL with its default settings. */
export async function withPostgres<T>(databaseDir: string, work: (url: string) => Promise<T>): Promise<T> {
  // Root starts PostgreSQL as another user, which needs access to its folder.
  await chmod(join(databaseDir, '..'), 0o711)
  const server = await startPostgres(databaseDir, {})
  try {
    await server.createDatabase('bench')
    return await work(`${server.url}/bench`)
  } finally {
    await server.stop()
  }
}

export type Where = Parameters<Program['openDatabase']>[0]

/** What a query costs. */
export interface QueryRow {
  database: string
  asked: string
  median: string
  p95: string
  /** CPU time of this process, which other work on the machine doesn't change. */
  'processor time': string
  target: string
}

/** Measures in a new folder, on SQLite and then on PostgreSQL. */
export async function onBothEngines(
  measure: (database: string, program: Program, where: Where) => Promise<QueryRow[]>,
): Promise<QueryRow[]> {
  const program: Program = await import(await buildProgram())
  return await inFolder(async (dataDir) => [
    ...(await measure('SQLite', program, { databaseUrl: undefined, dataDir })),
    ...(await withPostgres(join(dataDir, 'postgres'), (databaseUrl) =>
      measure('PostgreSQL', program, { databaseUrl, dataDir }),
    )),
  ])
}
