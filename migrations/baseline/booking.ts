import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Bookings, and the calendar time they occupy. */
export async function createBookingTables(db: Kysely<unknown>): Promise<void> {
  await createBookings(db)
  await createOccupancies(db)
  await createUnconfirmed(db)
  await createWaitlist(db)
}

async function createBookings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bookings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('resource_id', 'text', (c) => c.notNull().references('resources.id'))
    .addColumn('session_type_id', 'text', (c) => c.notNull().references('session_types.id'))
    .addColumn('place_id', 'text', (c) => c.notNull().references('places.id'))
    .addColumn('mini_day_id', 'text', (c) => c.references('mini_days.id').onDelete('set null'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('session_date', 'bigint', (c) => c.notNull())
    .addColumn('session_end', 'bigint', (c) => c.notNull())
    .addColumn('wall_start', 'text', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('party_size', 'integer', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('answers', 'text', (c) => c.notNull())
    .addColumn('terms_version', 'integer')
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('price_unit', 'text', (c) => c.notNull())
    .addColumn('travel_fee_cents', 'integer', (c) => c.notNull())
    .addColumn('deposit_cents', 'integer', (c) => c.notNull())
    .addColumn('policy', 'text', (c) => c.notNull())
    .addColumn('uid', 'text', (c) => c.notNull().unique())
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('manage_version', 'integer', (c) => c.notNull())
    .addColumn('submission_key', 'text', (c) => c.unique())
    .addColumn('private_note', 'text', (c) => c.notNull())
    .addColumn('acceptance_requested_at', 'bigint')
    .addColumn('unproven', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addCheckConstraint(
      'bookings_state',
      sql`state in ('requested', 'confirmed', 'declined', 'canceled', 'done', 'no-show')`,
    )
    .addCheckConstraint('bookings_length', sql`session_end > session_date`)
    .execute()
  await db.schema
    .createIndex('bookings_session')
    .on('bookings')
    .columns(['resource_id', 'session_date', 'id'])
    .execute()
  await db.schema
    .createIndex('bookings_state_session')
    .on('bookings')
    .columns(['state', 'session_date', 'id'])
    .execute()
  await db.schema
    .createIndex('bookings_person')
    .on('bookings')
    .columns(['email_key', 'session_date'])
    .execute()
  await sql`
    create index bookings_unproven on bookings (session_date)
    where unproven = 1`.execute(db)

  await db.schema
    .createTable('booking_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by_kind', 'text', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('booking_events_booking')
    .on('booking_events')
    .columns(['booking_id', 'id'])
    .execute()

  await db.schema
    .createTable('booking_payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('received_on', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('recorded_at', 'bigint', (c) => c.notNull())
    .addColumn('recorded_by', 'text', (c) => c.notNull())
    .addColumn('voided_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('booking_payments_booking')
    .on('booking_payments')
    .columns(['booking_id', 'id'])
    .execute()

  await db.schema
    .createTable('booking_fees')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('charged_at', 'bigint', (c) => c.notNull())
    .addColumn('waived_at', 'bigint')
    .addColumn('waived_by', 'text', (c) => c.notNull())
    .addColumn('waive_reason', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('booking_fees_booking')
    .on('booking_fees')
    .columns(['booking_id', 'id'])
    .execute()
  await sql`
    create index booking_fees_open on booking_fees (booking_id)
    where waived_at is null`.execute(db)

  // Queued reminders, so that none is queued twice for one start.
  await db.schema
    .createTable('booking_reminders')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('session_date', 'bigint', (c) => c.notNull())
    .addColumn('written_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('booking_reminders_once', ['booking_id', 'kind', 'session_date'])
    .execute()
}

/**
 * Everything that occupies the photographer's time, including buffers and travel. The database refuses
 * overlaps.
 */
async function createOccupancies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('occupancies')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('resource_id', 'text', (c) => c.notNull().references('resources.id'))
    .addColumn('resource_number', 'integer', (c) => c.notNull().references('resources.number'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('starts_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .addColumn('booking_id', 'text', (c) => c.unique().references('bookings.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addCheckConstraint('occupancies_length', sql`ends_at > starts_at`)
    .addCheckConstraint('occupancies_kind', sql`kind in ('booking', 'hold', 'block')`)
    .addCheckConstraint('occupancies_booking', sql`(kind = 'booking') = (booking_id is not null)`)
    .addCheckConstraint('occupancies_expiry', sql`(kind = 'hold') = (expires_at is not null)`)
    .execute()
  await db.schema
    .createIndex('occupancies_time')
    .on('occupancies')
    .columns(['resource_number', 'starts_at', 'ends_at'])
    .execute()
  await db.schema
    .createIndex('occupancies_end')
    .on('occupancies')
    .columns(['resource_number', 'ends_at'])
    .execute()
  await sql`
    create index occupancies_expiry_order on occupancies (resource_number, expires_at)
    where expires_at is not null`.execute(db)

  await db.schema
    .createTable('holds')
    .addColumn('id', 'text', (c) => c.primaryKey().references('occupancies.id').onDelete('cascade'))
    .addColumn('visitor_hash', 'text', (c) => c.notNull().unique())
    .addColumn('network_hash', 'text', (c) => c.notNull())
    .addColumn('session_type_id', 'text', (c) => c.notNull().references('session_types.id'))
    .addColumn('place_id', 'text', (c) => c.notNull().references('places.id'))
    .addColumn('session_date', 'bigint', (c) => c.notNull())
    .addColumn('session_end', 'bigint', (c) => c.notNull())
    .addColumn('extended', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('holds_network').on('holds').column('network_hash').execute()

  await db.schema
    .createTable('hold_networks')
    .addColumn('hold_id', 'text', (c) => c.notNull().references('holds.id').onDelete('cascade'))
    .addColumn('network_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('hold_networks_once', ['hold_id', 'network_hash'])
    .execute()
  await db.schema.createIndex('hold_networks_hash').on('hold_networks').column('network_hash').execute()

  if (db.getExecutor().adapter instanceof PostgresAdapter) await excludeOverlapOnPostgres(db)
  else await excludeOverlapOnSqlite(db)
}

/** Bookings that the client hasn't confirmed by email yet, and the networks that sent many of them. */
async function createUnconfirmed(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unverified_bookings')
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
      'unverified_bookings_state',
      sql`state in ('waiting', 'confirmed', 'lapsed', 'declined')`,
    )
    .execute()
  await db.schema
    .createIndex('unverified_bookings_expiry')
    .on('unverified_bookings')
    .columns(['state', 'expires_at', 'id'])
    .execute()
  await db.schema
    .createIndex('unverified_bookings_booking')
    .on('unverified_bookings')
    .column('booking_id')
    .execute()

  await db.schema
    .createTable('booking_floods')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('reviewed_at', 'bigint')
    .execute()

  await db.schema
    .createTable('booking_flood_declines')
    .addColumn('flood_id', 'text', (c) => c.notNull().references('booking_floods.id').onDelete('cascade'))
    .addColumn('address_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('booking_flood_declines_once', ['flood_id', 'address_hash'])
    .execute()
}

async function createWaitlist(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waitlist')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('session_type_id', 'text', (c) => c.notNull().references('session_types.id'))
    .addColumn('place_id', 'text', (c) => c.notNull().references('places.id'))
    .addColumn('date', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('offered_start', 'bigint')
    .addColumn('offered_until', 'bigint')
    .addColumn('hold_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('waitlist_once', ['session_type_id', 'place_id', 'date', 'email_key'])
    .execute()
  await db.schema.createIndex('waitlist_day').on('waitlist').columns(['date', 'state', 'id']).execute()
  await db.schema.createIndex('waitlist_listed').on('waitlist').columns(['date', 'id']).execute()
  await db.schema.createIndex('waitlist_hold').on('waitlist').column('hold_id').execute()
}

/** An exclusion constraint over ranges of both columns: a plain number in one would need an extension. */
async function excludeOverlapOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table occupancies add constraint occupancies_apart exclude using gist (
      int4range(resource_number, resource_number, '[]') with &&,
      int8range(starts_at, ends_at) with &&)`.execute(db)
}

/**
 * Rows that don't overlap have the same order by start and by end. So only the last one that starts before the new one
 * ends can overlap it.
 */
async function excludeOverlapOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ['insert', 'update'])
    await sql`
      create trigger ${sql.id(`occupancies_apart_${change}`)}
      before ${sql.raw(change)} on occupancies
      when (
        select ends_at from occupancies
        where resource_number = new.resource_number and starts_at < new.ends_at and id <> new.id
        order by starts_at desc limit 1
      ) > new.starts_at
      begin select raise(abort, 'occupancies_apart'); end`.execute(db)
}
