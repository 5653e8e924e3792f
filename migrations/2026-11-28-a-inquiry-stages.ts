import { type Kysely, sql } from 'kysely'

/** What became of an answered message, why it came to nothing, and the booking that was made from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('contact_messages').addColumn('outcome', 'text').execute()
  await db.schema
    .alterTable('contact_messages')
    .addColumn('lost_reason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('contact_messages')
    .addColumn('booking_id', 'text', (c) => c.references('bookings.id').onDelete('set null'))
    .execute()
  await db.schema
    .alterTable('contact_messages')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('contact_messages_outcome')
    .on('contact_messages')
    .columns(['outcome', 'id'])
    .where(sql.ref('outcome'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('contact_messages_booking')
    .on('contact_messages')
    .column('booking_id')
    .where(sql.ref('booking_id'), 'is not', null)
    .execute()
}
