import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '../test/support/own-postgres.ts'

/** A PostgreSQL of its own, with the settings that it comes with. */
export async function withPostgres<T>(databaseDir: string, work: (url: string) => Promise<T>): Promise<T> {
  // Root starts PostgreSQL as another user, which has to reach its folder.
  await chmod(join(databaseDir, '..'), 0o711)
  const server = await startPostgres(databaseDir, {})
  try {
    await server.createDatabase('bench')
    return await work(`${server.url}/bench`)
  } finally {
    await server.stop()
  }
}
