import { sql } from 'kysely'
import { type Db, runsOnPostgres } from './database.server'
import type { ColumnKind, TableShape } from './tables'

/** The database's tables, referenced ones first, the same on both engines, without the migrator's own. */
export async function readTableShapes(db: Db): Promise<TableShape[]> {
  const isPostgres = runsOnPostgres(db)
  const columns = isPostgres ? await columnsOnPostgres(db) : await columnsOnSqlite(db)
  const references = isPostgres ? await referencesOnPostgres(db) : await referencesOnSqlite(db)
  const shapes = new Map<string, TableShape>()
  const keys = new Map<string, { column: string; place: number }[]>()
  for (const { table, column, type, required, place } of columns) {
    if (table.startsWith('kysely_')) continue
    const shape = shapes.get(table) ?? { name: table, columns: [], key: [] }
    shapes.set(table, shape)
    shape.columns.push({
      name: column,
      kind: kindOf(table, column, type),
      isNullable: Number(required) === 0 && Number(place) === 0,
    })
    if (Number(place) > 0) keys.set(table, [...(keys.get(table) ?? []), { column, place: Number(place) }])
  }
  for (const shape of shapes.values()) {
    shape.columns.sort((a, b) => (a.name < b.name ? -1 : 1))
    shape.key = (keys.get(shape.name) ?? []).toSorted((a, b) => a.place - b.place).map(({ column }) => column)
  }
  return inOrder(shapes, references)
}

interface ColumnRow {
  table: string
  column: string
  type: string
  /** 1: never null. */
  required: number
  /** Position in the primary key, from 1; 0: not part of it. */
  place: number
}

interface Reference {
  from: string
  to: string
}

async function columnsOnSqlite(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select t.name as "table", c.name as "column", c.type as "type", c."notnull" as "required", c.pk as "place"
    from sqlite_master as t join pragma_table_info(t.name) as c
    where t.type = 'table' and t.name not like 'sqlite_%'`.execute(db)
  return rows
}

/** From PostgreSQL's catalog, since information_schema takes seconds. */
async function columnsOnPostgres(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as "type",
      a.attnotnull::int as "required", coalesce(array_position(p.conkey, a.attnum), 0) as "place"
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint as p on p.conrelid = c.oid and p.contype = 'p'
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`.execute(db)
  return rows
}

async function referencesOnSqlite(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select t.name as "from", f."table" as "to"
    from sqlite_master as t join pragma_foreign_key_list(t.name) as f
    where t.type = 'table'`.execute(db)
  return rows
}

async function referencesOnPostgres(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select own.relname as "from", other.relname as "to" from pg_constraint as f
    join pg_class as own on own.oid = f.conrelid
    join pg_class as other on other.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

/** @throws for a column type that is neither text nor a number */
function kindOf(table: string, column: string, type: string): ColumnKind {
  if (/int/i.test(type)) return 'integer'
  if (/text|char/i.test(type)) return 'text'
  if (/real|double|float/i.test(type)) return 'real'
  throw new Error(`No archive knows the type ${type} of ${table}.${column}.`)
}

function inOrder(shapes: Map<string, TableShape>, references: Reference[]): TableShape[] {
  const ordered = new Map<string, TableShape>()
  const visit = (name: string, trail: string[]): void => {
    const shape = shapes.get(name)
    if (!shape || ordered.has(name)) return
    if (trail.includes(name)) throw new Error(`Tables refer to each other in a circle: ${trail.join(', ')}`)
    for (const { from, to } of references) if (from === name && to !== name) visit(to, [...trail, name])
    ordered.set(name, shape)
  }
  for (const name of [...shapes.keys()].toSorted()) visit(name, [])
  return [...ordered.values()]
}
