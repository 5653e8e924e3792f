import pg from 'pg'
import { inject } from 'vitest'
import { SCHEMA, TEMPLATE, WRITTEN_TABLES } from './postgres-template'

/**
 * Copying and dropping a PostgreSQL database takes 200 ms, so each worker reuses those of its tests, and
 * empties them in between.
 */
export interface Reserved {
  url: string
  release(): void
}

const inUse = new Set<string>()

/** A migrated, empty PostgreSQL database, reserved until it is released. */
export async function reserveDatabase(): Promise<Reserved> {
  const name = freeName()
  inUse.add(name)
  const url = `${inject('postgresUrl')}/${name}`
  if (!(await empty(name, url))) await copyTemplate(name)
  return { url, release: () => inUse.delete(name) }
}

function freeName(): string {
  for (let n = 1; ; n++) {
    // Workers that run at the same time have different pool ids.
    const name = `test_${process.env.VITEST_POOL_ID}_${n}`
    if (!inUse.has(name)) return name
  }
}

/** Size in bytes up to which PostgreSQL plans as for an empty table, even after rows were deleted. */
const SMALL_BYTES = 9 * 8_192

const NO_SUCH_DATABASE = '3D000'

/** Restores a database to the template's state. @returns false if it doesn't exist or its schema was changed */
async function empty(name: string, url: string): Promise<boolean> {
  try {
    const client = await cleanerOf(name, url)
    const template = inject('postgresTemplate')
    // Ends connections that an earlier test left open, since they may hold locks.
    const { rows } = await client.query<{ schema: string }>(
      `select ${SCHEMA} as schema,
         (select count(pg_terminate_backend(pid)) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid())`,
    )
    if (rows[0]?.schema !== template.schema) {
      cleaners.delete(name)
      await client.end()
      return false
    }
    const written = await client.query<{ name: string; bytes: number }>(WRITTEN_TABLES)
    const [small, large] = [true, false].map((isSmall) =>
      written.rows
        .filter(({ bytes }) => bytes <= SMALL_BYTES === isSmall)
        .map((table) => client.escapeIdentifier(table.name)),
    ) as [string[], string[]]
    // Ten times faster than truncating.
    const statements = small.map((table) => `delete from ${table}`)
    if (large.length > 0) statements.push(`truncate ${large.join()} cascade`)
    await client.query([...statements, template.rows].join(';\n'))
    return true
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_DATABASE) return false
    throw error
  }
}

const cleaners = new Map<string, pg.Client>()

/** A persistent connection to a database, without triggers and foreign keys. */
async function cleanerOf(name: string, url: string): Promise<pg.Client> {
  const known = cleaners.get(name)
  if (known) return known
  const client = new pg.Client({ connectionString: url, options: '-c session_replication_role=replica' })
  // Tests may terminate all connections of their database.
  client.on('error', () => cleaners.delete(name))
  await client.connect()
  cleaners.set(name, client)
  return client
}

async function copyTemplate(name: string): Promise<void> {
  const client = new pg.Client(`${inject('postgresUrl')}/postgres`)
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  } finally {
    await client.end()
  }
}
