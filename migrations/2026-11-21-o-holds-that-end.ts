import type { Kysely } from 'kysely'

/** Ended holds are looked for before each write of the calendar; among years of bookings they would be searched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('occupancies_expiry_order')
    .on('occupancies')
    .columns(['resource_number', 'expires_at'])
    .where('expires_at' as never, 'is not', null)
    .execute()
}
