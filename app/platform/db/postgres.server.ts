import { PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20

/**
 * When a table is locked longer than this, a form answers that it can't be saved now. The migrator waits
 * longer.
 */
const LOCK_TIMEOUT_MS = 10_000

/** Kysely over PostgreSQL. Returns `bigint` as a number: instants, counts and cents stay far below 2^53. */
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
      // A restarting server closes idle connections, and the pool reopens them. Without a listener, the event
      // would crash the process.
      pool.on('error', () => {})
      // The same for a connection in use, whose next statement fails.
      pool.on('connect', (client) => client.on('error', () => {}))
      return pool
    },
  })
}
