import type { Kysely } from 'kysely'

/** Exports encrypted to the recovery passphrase, which is kept, sealed, until the archive is made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exports').addColumn('passphrase', 'text').execute()
  await db.schema
    .alterTable('exports')
    .addColumn('is_encrypted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
