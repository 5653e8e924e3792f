import { type Kysely, sql } from 'kysely'

/** Finds the addresses that newsletters were sent to two years ago, which are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('newsletter_recipients_settled')
    .on('newsletter_recipients')
    .column('settled_at')
    .where(sql.ref('email'), '<>', sql.lit(''))
    .execute()
}
