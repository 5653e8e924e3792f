import { type Kysely, sql } from 'kysely'

/** Reminders of payments: which were written, and for which bookings and clients they are off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_reminders')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('due_on', 'text', (c) => c.notNull())
    .addColumn('days_after', 'integer', (c) => c.notNull())
    .addColumn('written_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_reminders_once', ['booking_id', 'due_on', 'days_after'])
    .execute()
  for (const table of ['bookings', 'people'])
    await db.schema
      .alterTable(table)
      .addColumn('payment_reminders_off', 'integer', (c) =>
        c.notNull().defaultTo(0).check(sql`payment_reminders_off in (0, 1)`),
      )
      .execute()
  await db.schema
    .createTable('payment_reminder_start')
    .addColumn('one', 'integer', (c) => c.primaryKey().check(sql`one = 1`))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
