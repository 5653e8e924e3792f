import { PostgresDialect } from 'kysely'
import type pg from 'pg'

const INT8 = 20

/**
 * When a table is locked longer than this, a form answers that it can't be saved now. The migrator waits
 * longer.
 */
const LOCK_TIMEOUT_MS = 10_000

/**
 * No statement of a request or job takes longer, so a longer one is a mistake or a lost connection. The migrator
 * and snapshots set other limits.
 */
const STATEMENT_TIMEOUT_MS = 60_000
/** An instance that stalls within a transaction keeps its locks this long. */
const IDLE_TIMEOUT_MS = 60_000

/** Connections of an instance. Those of previews and exports come on top, one each, and one that listens. */
const CONNECTIONS = 10

/** Kysely over PostgreSQL. Returns `bigint` as a number: instants, counts and cents stay far below 2^53. */
export function postgresDialect(url: string): PostgresDialect {
  return new PostgresDialect({
    pool: async () => {
      const { default: pg } = await import('pg')
      const types: pg.CustomTypesConfig = {
        getTypeParser: (oid, format) =>
          oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
      }
      const pool = new pg.Pool({
        connectionString: url,
        max: CONNECTIONS,
        keepAlive: true,
        connectionTimeoutMillis: 15_000,
        lock_timeout: LOCK_TIMEOUT_MS,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
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
