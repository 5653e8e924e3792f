import { type Kysely, sql } from 'kysely'

/**
 * Bookings that wait for a press in an email, how many open ones nobody has vouched for, and what the studio was told
 * about a flood of them. Existing bookings count as vouched for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('bookings')
    .addColumn('unproven', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index bookings_unproven on bookings (session_date) where unproven = 1`.execute(db)

  await db.schema
    .createTable('unconfirmed_bookings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text', (c) => c.notNull().references('resources.id'))
    .addColumn('session_type_id', 'text', (c) =>
      c.notNull().references('session_types.id').onDelete('cascade'),
    )
    .addColumn('place_id', 'text', (c) => c.notNull().references('places.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('session_date', 'bigint', (c) => c.notNull())
    .addColumn('session_end', 'bigint', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('wants_newsletter', 'integer', (c) => c.notNull())
    .addColumn('terms_version', 'integer', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('submission_key', 'text', (c) => c.unique())
    .addColumn('hold_id', 'text')
    .addColumn('booking_id', 'text', (c) => c.references('bookings.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint(
      'unconfirmed_bookings_state',
      sql`state in ('waiting', 'confirmed', 'lapsed', 'declined')`,
    )
    .execute()
  await db.schema
    .createIndex('unconfirmed_bookings_expiry')
    .on('unconfirmed_bookings')
    .columns(['state', 'expires_at', 'id'])
    .execute()
  await db.schema
    .createIndex('unconfirmed_bookings_booking')
    .on('unconfirmed_bookings')
    .column('booking_id')
    .execute()

  // A hold counts in every network that its visitor's address belongs to.
  await db.schema
    .createTable('hold_networks')
    .addColumn('hold_id', 'text', (c) => c.notNull().references('holds.id').onDelete('cascade'))
    .addColumn('network_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('hold_networks_once', ['hold_id', 'network_hash'])
    .execute()
  await db.schema.createIndex('hold_networks_hash').on('hold_networks').column('network_hash').execute()

  await db.schema
    .createTable('booking_floods')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('reviewed_at', 'bigint')
    .execute()
  // Who was told that their bookings are declined, so that nobody is told twice in one flood.
  await db.schema
    .createTable('booking_flood_declines')
    .addColumn('flood_id', 'text', (c) => c.notNull().references('booking_floods.id').onDelete('cascade'))
    .addColumn('address_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('booking_flood_declines_once', ['flood_id', 'address_hash'])
    .execute()
}
