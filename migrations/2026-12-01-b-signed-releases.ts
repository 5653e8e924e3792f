import type { Kysely } from 'kysely'

/** Model releases that clients gave in a contract. They cover the galleries that are shared with their email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('signed_releases')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('signer_id', 'text', (c) => c.notNull().unique())
    .addColumn('contract_id', 'text', (c) => c.references('contracts.id').onDelete('set null'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('uses', 'text', (c) => c.notNull())
    .addColumn('basis', 'text', (c) => c.notNull())
    .addColumn('given_at', 'bigint', (c) => c.notNull())
    .addColumn('withdrawn_at', 'bigint')
    .execute()
  for (const column of ['contract_id', 'email_key'])
    await db.schema.createIndex(`signed_releases_${column}`).on('signed_releases').column(column).execute()
}
