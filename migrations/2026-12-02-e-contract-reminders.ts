import { type Kysely, sql } from 'kysely'

/** When the signer of a version was reminded of its last day, and contracts whose signers aren't. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('contract_versions').addColumn('reminded_at', 'bigint').execute()
  await sql`alter table contracts add column reminder_off integer not null default 0
    check (reminder_off in (0, 1))`.execute(db)
}
