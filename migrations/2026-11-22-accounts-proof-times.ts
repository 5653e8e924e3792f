import type { Kysely } from 'kysely'

/** When the person of a session last proved who they are; null: when the session began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('proved_at', 'bigint').execute()
}
