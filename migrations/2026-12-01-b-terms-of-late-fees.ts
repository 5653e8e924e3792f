import type { Kysely } from 'kysely'

/** Late fees: what signed contracts say, and the due dates for which one was charged, each once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['late_fee_cents', 'late_fee_percent', 'late_fee_days'])
    await db.schema.alterTable('contract_templates').addColumn(column, 'integer').execute()
  await db.schema.alterTable('contracts').addColumn('late_fee', 'text').execute()
  await db.schema
    .createTable('late_fee_terms')
    .addColumn('contract_id', 'text', (c) => c.primaryKey().references('contracts.id').onDelete('cascade'))
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('contract', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer')
    .addColumn('percent', 'integer')
    .addColumn('grace_days', 'integer', (c) => c.notNull())
    .addColumn('agreed_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('late_fee_terms_booking').on('late_fee_terms').column('booking_id').execute()
  await db.schema
    .createTable('late_fees')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('due_on', 'text', (c) => c.notNull())
    .addColumn('charge_id', 'text', (c) => c.notNull().references('charges.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('late_fees_once', ['booking_id', 'due_on'])
    .execute()
}
