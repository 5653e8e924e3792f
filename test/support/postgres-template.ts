import pg from 'pg'

/** Name of a migrated database. Copying it is much faster than migrating. */
export const TEMPLATE = 'studio_template'

/** The schema's objects, counted by kind. If a test changes these numbers, its database can't be reused. */
export const SCHEMA = `
  (select count(*) || ' ' || sum(hashtext(relname)::bigint) from pg_class where relnamespace = 'public'::regnamespace)
  || ' ' || (select count(*) from pg_attribute where attrelid >= 16384 and attnum > 0 and not attisdropped)
  || ' ' || (select count(*) from pg_proc where pronamespace = 'public'::regnamespace)
  || ' ' || (select count(*) from pg_trigger where tgenabled = 'O')
  || ' ' || (select count(*) from pg_constraint)`

/**
 * Tables with rows, or whose rows were deleted: the file of a table that was never written is empty. Without
 * the migrator's own tables.
 */
export const WRITTEN_TABLES = `
  select relname as name, pg_relation_size(oid)::int as bytes from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' and pg_relation_size(oid) > 0`

/** @returns the state of the schema, and statements that restore the rows from migrations */
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
