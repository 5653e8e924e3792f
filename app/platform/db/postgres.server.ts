import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import { DatabaseAway } from './database-away'

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

/** A connection in use for so long is ended if the server doesn’t answer on another one within PROBE_MS. */
const SILENT_MS = 5_000
const PROBE_MS = 3_000
const RETRY_MS = 1_000
/** How long a request waits for a free connection, or for a new one. */
const CONNECT_MS = 10_000

/** When a connection has been idle this long, the system asks whether its other end still exists. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

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
        ...KEEP_ALIVE,
        connectionTimeoutMillis: CONNECT_MS,
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
      return endedWhenSilent(pool, () => answersAt(pg, url))
    },
  })
}

/**
 * Notices when the server no longer answers, for example because its machine or the network between is gone. TCP
 * alone would wait for many minutes. Connections in use are ended then, and new uses refused until it answers
 * again. A slow statement is waited for as long as the server answers others.
 */
function endedWhenSilent(pool: pg.Pool, answers: () => Promise<boolean>): PostgresPool {
  const used = new Map<pg.PoolClient, NodeJS.Timeout>()
  const opened = new Set<pg.PoolClient>()
  /** Their answers may have been lost. */
  const stale = new WeakSet<pg.PoolClient>()
  let asked: Promise<boolean> | undefined
  let isSilent = false
  let isEnded = false

  const watch = (client: pg.PoolClient) => {
    used.set(client, setTimeout(() => check(client), SILENT_MS).unref())
  }
  const check = async (client: pg.PoolClient) => {
    const timer = used.get(client)
    asked ??= answers().finally(() => {
      asked = undefined
    })
    const isAnswered = await asked
    if (used.get(client) !== timer) return
    if (isAnswered) return watch(client)
    void waitForAnswer()
    // Typed for clients outside of a pool. The pool forgets an ended client when it is released.
    await (client as unknown as pg.Client).end().catch(() => {})
  }
  const waitForAnswer = async () => {
    if (isSilent) return
    isSilent = true
    for (const each of opened) stale.add(each)
    do await sleep(RETRY_MS, undefined, { ref: false })
    while (!isEnded && !(await answers()))
    isSilent = false
  }
  pool.on('connect', (client) => opened.add(client))
  pool.on('remove', (client) => opened.delete(client))
  pool.on('acquire', watch)
  pool.on('release', (_error, client) => {
    clearTimeout(used.get(client))
    used.delete(client)
  })
  return {
    options: pool.options,
    async connect() {
      for (;;) {
        if (isSilent) throw new DatabaseAway('The database doesn’t answer.')
        const client = await pool.connect().catch((error: Error) => {
          throw new DatabaseAway(error.message, error)
        })
        if (!stale.has(client)) return client
        client.release(true)
      }
    },
    end() {
      isEnded = true
      return pool.end()
    },
  }
}

/** Whether a new connection is answered, even by a refusal. */
async function answersAt({ Client }: Pick<typeof pg, 'Client'>, url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'photo-studio probe',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // A message of the server has a severity.
    return error instanceof Error && 'severity' in error && error.severity !== undefined
  } finally {
    // Would wait for a server that doesn’t answer.
    client.end().catch(() => {})
  }
}
