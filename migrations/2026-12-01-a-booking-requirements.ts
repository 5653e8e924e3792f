import { type Kysely, sql } from 'kysely'

/**
 * What a session type requires before a booking counts as confirmed, what each booking still requires, and until when
 * its time is held. Bookings made before require nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session_types').addColumn('requirements', 'text').execute()
  await db.schema.alterTable('bookings').addColumn('requirements', 'text').execute()
  await db.schema.alterTable('bookings').addColumn('held_until', 'bigint').execute()
  await db.schema
    .createIndex('bookings_held')
    .on('bookings')
    .column('held_until')
    .where(sql.ref('held_until'), 'is not', null)
    .execute()
}
