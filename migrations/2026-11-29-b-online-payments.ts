import { type Kysely, sql } from 'kysely'

/** Payments and refunds that a provider carries out, and the provider's events that were received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('online_payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('deposit', 'balance')`))
    .addColumn('currency', 'text', (c) => c.notNull().check(sql`length(currency) = 3`))
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .check(sql`state in ('created', 'open', 'processing', 'failed', 'expired', 'mismatched', 'paid')`),
    )
    .addColumn('checkout_id', 'text', (c) => c.unique())
    .addColumn('checkout_url', 'text', (c) => c.notNull())
    .addColumn('intent_id', 'text', (c) => c.unique())
    .addColumn('dispute', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('online_payments_booking').on('online_payments').column('booking_id').execute()
  await sql`
    create unique index online_payments_one_open on online_payments (booking_id)
    where state in ('created', 'open')`.execute(db)
  await sql`
    create index online_payments_unsettled on online_payments (created_at)
    where state in ('created', 'open', 'processing')`.execute(db)
  await db.schema
    .createTable('online_refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('online_payment_id', 'text', (c) =>
      c.notNull().references('online_payments.id').onDelete('cascade'),
    )
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('requested', 'unrecorded', 'succeeded', 'failed')`),
    )
    .addColumn('requested_at', 'bigint', (c) => c.notNull())
    .addColumn('requested_by', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('online_refunds_payment')
    .on('online_refunds')
    .column('online_payment_id')
    .execute()
  await db.schema
    .createTable('payment_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('payment_events_received').on('payment_events').column('received_at').execute()
}
