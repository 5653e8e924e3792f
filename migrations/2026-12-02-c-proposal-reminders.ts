import { type Kysely, sql } from 'kysely'

/** When a version's client was reminded of its last day, and proposals whose clients aren't. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('proposal_versions').addColumn('reminded_at', 'bigint').execute()
  await sql`alter table proposals add column reminder_off integer not null default 0
    check (reminder_off in (0, 1))`.execute(db)
}
