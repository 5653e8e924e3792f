import { PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20

/** A form whose table is locked for longer is answered that it can't be taken now. The migrator waits longer for its own lock. */
const LOCK_TIMEOUT_MS = 10_000

/** Kysely over PostgreSQL. `bigint` comes back as a number: instants, counts and cents stay far below 2^53. */
export function postgresDialect(url: string): PostgresDialect {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')),
  }
  return new PostgresDialect({
    pool: async () => {
      const pool = new pg.Pool({
        connectionString: url,
        max: 10,
        connectionTimeoutMillis: 15_000,
        lock_timeout: LOCK_TIMEOUT_MS,
        types,
        application_name: 'photo-studio',
      })
      // A server that restarts cuts idle connections. The pool makes new ones; unheard, the event would end the process.
      pool.on('error', () => {})
      // The same for a connection in use: whoever uses it learns it from their next statement.
      pool.on('connect', (client) => client.on('error', () => {}))
      return pool
    },
  })
}
