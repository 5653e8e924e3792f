import pg from 'pg'

/** A migrated database; each worker's own are copied from it, which is much faster than migrating. */
export const TEMPLATE = 'studio_template'

/** What a database is made of, as a number of each. A test that changes it leaves a database that no other test can use. */
export const SCHEMA = `
  (select count(*) || ' ' || sum(hashtext(relname)::bigint) from pg_class where relnamespace = 'public'::regnamespace)
  || ' ' || (select count(*) from pg_attribute where attrelid >= 16384 and attnum > 0 and not attisdropped)
  || ' ' || (select count(*) from pg_proc where pronamespace = 'public'::regnamespace)
  || ' ' || (select count(*) from pg_trigger where tgenabled = 'O')
  || ' ' || (select count(*) from pg_constraint)`

/**
 * The file of a table that was never written is empty; after deleting rows it isn't. The migrator's own
 * tables stay as they are.
 */
export const WRITTEN_TABLES = `
  select relname as name, pg_relation_size(oid)::int as bytes from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' and pg_relation_size(oid) > 0`

/** @returns the state of the schema, and statements that put back the rows of the migrations */
export async function readTemplate(url: string): Promise<{ schema: string; rows: string }> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ schema: string }>(`select ${SCHEMA} as schema`)
    const tables = await client.query<{ name: string }>(WRITTEN_TABLES)
    const statements: string[] = []
    for (const { name } of tables.rows) {
      const table = client.escapeIdentifier(name)
      const kept = await client.query<{ rows: string | null }>(
        `select json_agg(t)::text as rows from ${table} t`,
      )
      const json = kept.rows[0]?.rows
      if (json)
        statements.push(
          `insert into ${table} select * from json_populate_recordset(null::${table}, ${client.escapeLiteral(json)})`,
        )
    }
    return { schema: rows[0]?.schema ?? '', rows: statements.join(';\n') }
  } finally {
    await client.end()
  }
}
