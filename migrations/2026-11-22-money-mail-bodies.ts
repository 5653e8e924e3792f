import type { Kysely } from 'kysely'

/** Emails are rendered when they're sent. Until then the outbox keeps what they're made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('body', 'text').execute()
}
