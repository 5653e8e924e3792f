import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** When a booking's price is due, in parts. A booking without any is due on the day of its session, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installments')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('due_on', 'text', (c) => c.notNull())
    .addColumn('days_before', 'integer', (c) => c.check(sql`days_before >= 0`))
    .addColumn('amount_cents', 'integer', (c) => c.check(sql`amount_cents > 0`))
    .addPrimaryKeyConstraint('installments_once', ['booking_id', 'position'])
    .execute()
  await db.schema
    .createIndex('installments_due')
    .on('installments')
    .columns(['due_on', 'booking_id'])
    .execute()
}
