import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What instances that share a database need to know of each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('is_wanted', 'integer', (c) => c.notNull())
    .execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) await notifyOfContent(db)
}

/** Says at each commit that content has changed, so that instances drop their cached pages at once. */
async function notifyOfContent(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_content_version() returns trigger language plpgsql as $$
    begin
      perform pg_notify('content_version', '');
      return null;
    end $$`.execute(db)
  await sql`
    create trigger content_version_notify after update on content_version
    for each statement execute function notify_content_version()`.execute(db)
}
