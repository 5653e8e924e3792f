import { type Kysely, sql } from 'kysely'
import { watchContent } from './support/content-version'

/** What session types, places and the studio's calendar say about when a session can begin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('resources')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'integer', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .execute()
  await sql`insert into resources (id, number, title) values ('default', 1, 'The photographer')`.execute(db)

  for (const [name, value] of [
    ['increment_minutes', 30],
    ['buffer_before_minutes', 0],
    ['buffer_after_minutes', 15],
    ['notice_hours', 24],
    ['horizon_days', 180],
    ['needs_approval', 1],
    ['sunset_minutes', 60],
    ['version', 1],
  ] as const)
    await db.schema
      .alterTable('session_types')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(value))
      .execute()
  await db.schema.alterTable('session_types').addColumn('daily_limit', 'integer').execute()
  for (const [name, value] of [
    ['starts_kind', 'interval'],
    ['fixed_starts', '[]'],
    ['questions', '[]'],
  ] as const)
    await db.schema
      .alterTable('session_types')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(value))
      .execute()

  await db.schema
    .alterTable('places')
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (const name of ['latitude', 'longitude'])
    await db.schema.alterTable('places').addColumn(name, 'double precision').execute()
  for (const [name, value] of [
    ['travel_minutes', 0],
    ['travel_fee_cents', 0],
    ['version', 1],
  ] as const)
    await db.schema
      .alterTable('places')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(value))
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

  await watchContent(db, ['schedules', 'special_dates', 'mini_days'])
  await addBookingPolicy(db)
  await addScheduleOfOpeningHours(db)
}

/** An installation that has its settings already gets this group too. */
async function addBookingPolicy(db: Kysely<unknown>): Promise<void> {
  const value = JSON.stringify({ freeMoves: 1, moveHours: 48, moveFeeCents: 7_500, depositBackDays: 14 })
  await sql`
    insert into settings (key, value, updated_at)
    select 'booking', ${value}, updated_at from settings where key = 'studio'`.execute(db)
}

/** Sessions were asked for within the opening hours; that becomes the first schedule. */
async function addScheduleOfOpeningHours(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from settings where key = 'hours'`.execute(db)
  const weekly: { day: number; opens: string; closes: string }[] = rows[0]
    ? JSON.parse(rows[0].value).weekly
    : []
  if (weekly.length === 0) return
  const hours = JSON.stringify(weekly.map(({ day, opens, closes }) => ({ weekday: day, opens, closes })))
  await sql`
    insert into schedules (id, resource_id, title, hours, version)
    values ('00000000-0000-7000-8000-000000000001', 'default', 'Opening hours', ${hours}, 1)`.execute(db)
}
