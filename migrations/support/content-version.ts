import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Makes every write to `tables` raise `content_version.version`, whatever program writes:
 * instances compare it to know that their kept pages are out of date.
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
