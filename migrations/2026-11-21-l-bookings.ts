import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createBookings(db)
  await createOccupancies(db)
  await createWaiting(db)
  await createCalendars(db)
  await db.schema.alterTable('outbox').addColumn('calendar', 'text').execute()
  await db.schema.alterTable('outbox').addColumn('calendar_method', 'text').execute()
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
    .addColumn('accept_asked_at', 'bigint')
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

  // Which reminders were written, so that none is written twice for one start.
  await db.schema
    .createTable('booking_reminders')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('session_date', 'bigint', (c) => c.notNull())
    .addColumn('written_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('booking_reminders_once', ['booking_id', 'kind', 'session_date'])
    .execute()
}

/** All that takes the photographer's time, buffers and travel included. Two of one resource never overlap. */
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
  if (db.getExecutor().adapter instanceof PostgresAdapter) await excludeOverlapOnPostgres(db)
  else await excludeOverlapOnSqlite(db)

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
}

/** Ranges of both columns, since a plain number in an exclusion constraint would need an extension. */
async function excludeOverlapOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table occupancies add constraint occupancies_apart exclude using gist (
      int4range(resource_number, resource_number, '[]') with &&,
      int8range(starts_at, ends_at) with &&)`.execute(db)
}

/**
 * As long as no two overlap, they stand in one order by start and by end. So the only one that can be in the way is
 * the last of those that start before the new one ends.
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

async function createWaiting(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waiting_list')
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
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('waiting_list_once', ['session_type_id', 'place_id', 'date', 'email_key'])
    .execute()
  await db.schema
    .createIndex('waiting_list_day')
    .on('waiting_list')
    .columns(['date', 'state', 'id'])
    .execute()
}

async function createCalendars(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('calendar_feeds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_read_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()

  await db.schema
    .createTable('outside_calendars')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('resource_id', 'text', (c) => c.notNull().references('resources.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('etag', 'text')
    .addColumn('fetched_at', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('outside_busy')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('calendar_id', 'text', (c) =>
      c.notNull().references('outside_calendars.id').onDelete('cascade'),
    )
    .addColumn('starts_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('outside_busy_end')
    .on('outside_busy')
    .columns(['ends_at', 'starts_at'])
    .execute()
  await db.schema.createIndex('outside_busy_calendar').on('outside_busy').column('calendar_id').execute()
}
