import { type Kysely, sql } from 'kysely'
import { watchContent } from './content-version'

/** Session types, locations and opening hours. */
export async function createAvailabilityTables(db: Kysely<unknown>): Promise<void> {
  await createSessionTypes(db)
  await createSchedules(db)
  await createCalendars(db)
}

async function createSessionTypes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session_types')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('service_id', 'text', (c) => c.references('services.id').onDelete('set null'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('edited_photos', 'text', (c) => c.notNull())
    .addColumn('turnaround', 'text', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('price_unit', 'text', (c) => c.notNull())
    .addColumn('deposit_cents', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('increment_minutes', 'integer', (c) => c.notNull().defaultTo(30))
    .addColumn('buffer_before_minutes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('buffer_after_minutes', 'integer', (c) => c.notNull().defaultTo(15))
    .addColumn('minimum_notice_hours', 'integer', (c) => c.notNull().defaultTo(24))
    .addColumn('booking_window_days', 'integer', (c) => c.notNull().defaultTo(180))
    .addColumn('daily_limit', 'integer')
    .addColumn('needs_approval', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('starts_kind', 'text', (c) => c.notNull().defaultTo('interval'))
    .addColumn('fixed_starts', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('sunset_minutes', 'integer', (c) => c.notNull().defaultTo(60))
    .addColumn('questionnaire', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('session_types_service').on('session_types').column('service_id').execute()

  await db.schema
    .createTable('places')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('travel_minutes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('travel_fee_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()

  await db.schema
    .createTable('session_type_places')
    .addColumn('session_type_id', 'text', (c) =>
      c.notNull().references('session_types.id').onDelete('cascade'),
    )
    .addColumn('place_id', 'text', (c) => c.notNull().references('places.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('session_type_places_key', ['session_type_id', 'place_id'])
    .execute()

  await watchContent(db, ['session_types', 'places', 'session_type_places'])
}

async function createSchedules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('resources')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'integer', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('schedules')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('resource_id', 'text', (c) => c.notNull().references('resources.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('session_type_id', 'text', (c) => c.references('session_types.id').onDelete('cascade'))
    .addColumn('place_id', 'text', (c) => c.references('places.id').onDelete('cascade'))
    .addColumn('from_date', 'text')
    .addColumn('until_date', 'text')
    .addColumn('hours', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('special_dates')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('resource_id', 'text', (c) => c.notNull().references('resources.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('session_type_id', 'text', (c) => c.references('session_types.id').onDelete('cascade'))
    .addColumn('place_id', 'text', (c) => c.references('places.id').onDelete('cascade'))
    .addColumn('from_date', 'text', (c) => c.notNull())
    .addColumn('until_date', 'text', (c) => c.notNull())
    .addColumn('hours', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('special_dates_until').on('special_dates').column('until_date').execute()

  await db.schema
    .createTable('mini_days')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('resource_id', 'text', (c) => c.notNull().references('resources.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('session_type_id', 'text', (c) => c.notNull().references('session_types.id'))
    .addColumn('place_id', 'text', (c) => c.notNull().references('places.id'))
    .addColumn('date', 'text', (c) => c.notNull())
    .addColumn('starts', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('mini_days_date').on('mini_days').columns(['date', 'id']).execute()

  await sql`insert into resources (id, number, title) values ('default', 1, 'The photographer')`.execute(db)
  await watchContent(db, ['schedules', 'special_dates', 'mini_days'])
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
    .createTable('external_calendars')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('resource_id', 'text', (c) => c.notNull().references('resources.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('etag', 'text')
    .addColumn('fetched_at', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('external_busy')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('calendar_id', 'text', (c) =>
      c.notNull().references('external_calendars.id').onDelete('cascade'),
    )
    .addColumn('starts_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('external_busy_end')
    .on('external_busy')
    .columns(['ends_at', 'starts_at'])
    .execute()
  await db.schema.createIndex('outside_busy_calendar').on('external_busy').column('calendar_id').execute()
}
