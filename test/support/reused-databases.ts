import pg from 'pg'
import { inject } from 'vitest'
import { SCHEMA, TEMPLATE, WRITTEN_TABLES } from './postgres-template'

/**
 * To copy a PostgreSQL database and to drop it again takes a fifth of a second. So each worker keeps those that its tests
 * use, and empties one before the next test gets it.
 */
export interface Reserved {
  url: string
  release(): void
}

const inUse = new Set<string>()

/** A migrated, empty PostgreSQL database, nobody else's until it is released. */
export async function reserveDatabase(): Promise<Reserved> {
  const name = freeName()
  inUse.add(name)
  const url = `${inject('postgresUrl')}/${name}`
  if (!(await empty(url))) await copyTemplate(name)
  return { url, release: () => inUse.delete(name) }
}

function freeName(): string {
  for (let n = 1; ; n++) {
    // No two workers that run at the same time have the same id.
    const name = `test_${process.env.VITEST_POOL_ID}_${n}`
    if (!inUse.has(name)) return name
  }
}

const NO_SUCH_DATABASE = '3D000'

/** @returns whether there is such a database, and it is like the template again */
async function empty(url: string): Promise<boolean> {
  // Neither triggers nor references are in the way.
  const client = new pg.Client({ connectionString: url, options: '-c session_replication_role=replica' })
  try {
    await client.connect()
    const template = inject('postgresTemplate')
    // What an earlier test forgot to close could hold locks.
    const { rows } = await client.query<{ schema: string; written: string[] }>(
      `select ${SCHEMA} as schema, array(${WRITTEN_TABLES})::text[] as written,
         (select count(pg_terminate_backend(pid)) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid())`,
    )
    const [state] = rows
    if (state?.schema !== template.schema) return false
    const tables = state.written.map((table) => client.escapeIdentifier(table))
    if (tables.length > 0)
      await client.query(`truncate ${tables.join()} restart identity cascade;\n${template.rows}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_DATABASE) return false
    throw error
  } finally {
    await client.end()
  }
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
