import { type RawBuilder, sql, type UnknownRow } from 'kysely'
import { type Db, runsOnPostgres, type Tx } from './database.server'
import type { WrittenRow } from './written-rows.server'

/**
 * Makes a connection read the database as if these rows had been written: a temporary view hides each
 * affected table. Nothing else is copied or locked.
 * @param written in the order of the writes
 */
export async function overlay(tx: Tx, written: readonly WrittenRow[]): Promise<void> {
  for (const table of new Set(written.map((each) => each.table))) {
    const { schema, columns } = await describeTable(tx, table)
    const key = columns.filter(({ isKey }) => isKey)
    const changed = new Map<string, WrittenRow>()
    for (const each of written)
      if (each.table === table) changed.set(JSON.stringify(key.map(({ name }) => each.row[name])), each)
    const rows = [...changed.values()]
    const present = rows.filter(({ isDeleted }) => !isDeleted)
    const names = sql.join(columns.map(({ name }) => sql.ref(name)))
    const keyNames = sql.join(key.map(({ name }) => sql.ref(name)))
    await sql`create temporary view ${sql.table(table)} as
      select ${names} from ${sql.id(schema, table)}
      where (${keyNames}) not in (${valuesOf(
        rows.map(({ row }) => row),
        key,
      )})
      ${
        present.length === 0
          ? sql``
          : sql`union all ${valuesOf(
              present.map(({ row }) => row),
              columns,
            )}`
      }`.execute(tx)
  }
}

/** As literals, since views take no parameters. */
const valuesOf = (rows: UnknownRow[], columns: Column[]): RawBuilder<unknown> =>
  sql`values ${sql.join(
    rows.map(
      (row) =>
        sql`(${sql.join(columns.map(({ name, type }) => sql`cast(${sql.lit(row[name])} as ${sql.raw(type)})`))})`,
    ),
  )}`

interface Column {
  name: string
  /** The database's type name, such as `bigint`. */
  type: string
  isKey: boolean
}

async function describeTable(db: Db, table: string): Promise<{ schema: string; columns: Column[] }> {
  const { rows } = await (runsOnPostgres(db)
    ? sql<{ schema: string; name: string; type: string; key: number }>`
        select n.nspname as "schema", a.attname as "name", format_type(a.atttypid, a.atttypmod) as "type",
          case when a.attnum = any(i.indkey) then 1 else 0 end as "key"
        from pg_attribute as a
        join pg_class as c on c.oid = a.attrelid
        join pg_namespace as n on n.oid = c.relnamespace
        join pg_index as i on i.indrelid = c.oid and i.indisprimary
        where c.oid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
        order by a.attnum`
    : sql<{ schema: string; name: string; type: string; key: number }>`
        select 'main' as "schema", name, type, pk as "key"
        from pragma_table_info(${table}, 'main') order by cid`
  ).execute(db)
  const [first] = rows
  if (!first) throw new Error(`${table} has no primary key, so it can’t be overlaid.`)
  const columns = rows.map(({ name, type, key }) => ({ name, type, isKey: Number(key) > 0 }))
  return { schema: first.schema, columns }
}
