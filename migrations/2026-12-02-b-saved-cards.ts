import { type Kysely, sql } from 'kysely'

/**
 * Cards that clients let the studio charge for later installments, each with the words that the client agreed to, and
 * the emails that announce a charge. The card itself is at the provider.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_cards')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('words_version', 'integer', (c) => c.notNull())
    .addColumn('limit_cents', 'integer', (c) => c.notNull().check(sql`limit_cents > 0`))
    .addColumn('agreed_at', 'bigint', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('agreed', 'saved', 'removing', 'removed')`),
    )
    .addColumn('customer_id', 'text')
    .addColumn('method_id', 'text')
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'bigint')
    .addColumn('removed_by', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('saved_cards_booking').on('saved_cards').column('booking_id').execute()
  await sql`create unique index saved_cards_one on saved_cards (booking_id) where state = 'saved'`.execute(db)
  await db.schema
    .createTable('card_charges')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('due_on', 'text', (c) => c.notNull())
    .addColumn('card_id', 'text', (c) => c.notNull().references('saved_cards.id').onDelete('cascade'))
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('announced_at', 'bigint', (c) => c.notNull())
    .addColumn('payment_id', 'text')
    .addPrimaryKeyConstraint('card_charges_pk', ['booking_id', 'due_on'])
    .execute()
  await db.schema.createIndex('card_charges_card').on('card_charges').column('card_id').execute()
  await db.schema.alterTable('online_payments').addColumn('card_id', 'text').execute()
  await db.schema.alterTable('online_payments').addColumn('due_on', 'text').execute()
}
