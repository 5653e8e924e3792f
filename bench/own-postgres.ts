import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '../test/support/own-postgres.ts'

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
