import { sql } from 'kysely'
import { type Db, runsOnPostgres } from '~/platform/db/database.server'

/**
 * All objects of a database, sorted: a line for each column, constraint, index, trigger and function. Ignores
 * the order of columns and the migrator's own tables.
 */
export async function schemaLines(db: Db): Promise<string[]> {
  const { rows } = await (runsOnPostgres(db) ? ofPostgres : ofSqlite).execute(db)
  return rows
    .flatMap(({ line }) => (line.startsWith('create table') ? partsOfTable(line) : tidy(line)))
    .toSorted()
}

const ofSqlite = sql<{ line: string }>`
  select sql as line from sqlite_master where sql is not null and tbl_name not like 'kysely%'`

const ofPostgres = sql<{ line: string }>`
  with own as (
    select oid, relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely%'
  )
  select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, (select 'collate ' || collname from pg_collation where oid = attcollation),
    'default ' || pg_get_expr(adbin, adrelid)) as line
  from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = own.oid and adnum = attnum
  union all
  select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
  from own join pg_constraint on conrelid = own.oid
  union all
  select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
  union all
  select pg_get_triggerdef(pg_trigger.oid) from own join pg_trigger on tgrelid = own.oid where not tgisinternal
  union all
  select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace`

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Splits the statement that created a table, as SQLite stores it, into columns and constraints. */
function partsOfTable(statement: string): string[] {
  const [, name = '', body = '', end = ''] = /^create table (\S+) \((.*)\)(.*)$/s.exec(statement) ?? []
  const parts = tidy(body).split(/, (?=(?:"\w+" [a-z]|constraint ))/)
  return [`table ${name}${end}`, ...parts.map((part) => `table ${name} ${part}`)]
}
