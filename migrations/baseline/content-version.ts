import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Makes every write to `tables` raise `content_version.version`, from any connection. Instances compare it to
 * know that their cached pages are out of date.
 */
export async function watchContent(db: Kysely<unknown>, tables: string[]): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) await watchOnPostgres(db, tables)
  else await watchOnSqlite(db, tables)
}

async function watchOnPostgres(db: Kysely<unknown>, tables: string[]): Promise<void> {
  await sql`
    create or replace function raise_content_version() returns trigger language plpgsql as $$
    begin
      update content_version set version = version + 1 where id = 1;
      return null;
    end $$`.execute(db)
  for (const table of tables)
    await sql`
      create trigger ${sql.id(`${table}_content_version`)}
      after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function raise_content_version()`.execute(db)
}

async function watchOnSqlite(db: Kysely<unknown>, tables: string[]): Promise<void> {
  for (const table of tables)
    for (const change of ['insert', 'update', 'delete'])
      await sql`
        create trigger ${sql.id(`${table}_content_version_${change}`)}
        after ${sql.raw(change)} on ${sql.table(table)}
        begin update content_version set version = version + 1 where id = 1; end`.execute(db)
}

/**
 * The same for a table in which most rows are private: only writes to rows that visitors see raise the
 * version, so that adding 500 photos to a client gallery doesn't drop the cached pages 500 times.
 * @param visible an SQL condition in which the row is named `row`
 */
export async function watchVisibleRows(db: Kysely<unknown>, table: string, visible: string): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) await watchRowsOnPostgres(db, table, visible)
  else await watchRowsOnSqlite(db, table, visible)
}

async function watchRowsOnPostgres(db: Kysely<unknown>, table: string, visible: string): Promise<void> {
  const raise = `raise_content_version_of_${table}`
  const isVisible = (row: 'old' | 'new') => sql.raw(visible.replaceAll('row.', `${row}.`))
  await sql`
    create function ${sql.id(raise)}() returns trigger language plpgsql as $$
    begin
      if (tg_op <> 'INSERT' and ${isVisible('old')}) or (tg_op <> 'DELETE' and ${isVisible('new')}) then
        update content_version set version = version + 1 where id = 1;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger ${sql.id(`${table}_content_version`)}
    after insert or update or delete on ${sql.table(table)}
    for each row execute function ${sql.id(raise)}()`.execute(db)
}

async function watchRowsOnSqlite(db: Kysely<unknown>, table: string, visible: string): Promise<void> {
  const isVisible = (row: 'old' | 'new') => `(${visible.replaceAll('row.', `${row}.`)})`
  const conditions = {
    insert: isVisible('new'),
    update: `${isVisible('old')} or ${isVisible('new')}`,
    delete: isVisible('old'),
  }
  for (const [change, condition] of Object.entries(conditions))
    await sql`
      create trigger ${sql.id(`${table}_content_version_${change}`)}
      after ${sql.raw(change)} on ${sql.table(table)} when ${sql.raw(condition)}
      begin update content_version set version = version + 1 where id = 1; end`.execute(db)
}
