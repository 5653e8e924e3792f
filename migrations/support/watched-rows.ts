import { type Kysely, PostgresAdapter, sql } from 'kysely'

interface WatchedRows {
  table: string
  /** A condition on a row, which is called `row` in it: only such rows are seen by visitors. */
  seen: string
}

/**
 * Makes writes to rows that visitors see, and to no other rows of the table, raise `content_version.version`. It takes
 * the place of `watchContent` where most rows are private: a delivery of five hundred photographs must not drop the
 * site’s kept pages five hundred times.
 */
export async function watchSeenRows(db: Kysely<unknown>, watched: WatchedRows[]): Promise<void> {
  for (const rows of watched)
    if (db.getExecutor().adapter instanceof PostgresAdapter) await watchOnPostgres(db, rows)
    else await watchOnSqlite(db, rows)
}

async function watchOnPostgres(db: Kysely<unknown>, { table, seen }: WatchedRows): Promise<void> {
  const raise = `raise_content_version_of_${table}`
  const isSeen = (row: 'old' | 'new') => sql.raw(seen.replaceAll('row.', `${row}.`))
  await sql`drop trigger ${sql.id(`${table}_content_version`)} on ${sql.table(table)}`.execute(db)
  await sql`
    create function ${sql.id(raise)}() returns trigger language plpgsql as $$
    begin
      if (tg_op <> 'INSERT' and ${isSeen('old')}) or (tg_op <> 'DELETE' and ${isSeen('new')}) then
        update content_version set version = version + 1 where id = 1;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger ${sql.id(`${table}_content_version`)}
    after insert or update or delete on ${sql.table(table)}
    for each row execute function ${sql.id(raise)}()`.execute(db)
}

async function watchOnSqlite(db: Kysely<unknown>, { table, seen }: WatchedRows): Promise<void> {
  const isSeen = (row: 'old' | 'new') => `(${seen.replaceAll('row.', `${row}.`)})`
  const conditions = {
    insert: isSeen('new'),
    update: `${isSeen('old')} or ${isSeen('new')}`,
    delete: isSeen('old'),
  }
  for (const [change, condition] of Object.entries(conditions)) {
    const trigger = sql.id(`${table}_content_version_${change}`)
    await sql`drop trigger ${trigger}`.execute(db)
    await sql`
      create trigger ${trigger} after ${sql.raw(change)} on ${sql.table(table)} when ${sql.raw(condition)}
      begin update content_version set version = version + 1 where id = 1; end`.execute(db)
  }
}
