import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import type { TableShape } from '~/platform/db/tables'

/**
 * Tables that the first start fills, and that only a person with access to the Studio adds to, or a booking or photo
 * of another table.
 */
const LOADED = [
  'booking_events',
  'booking_reminders',
  'charges',
  'demo_rows',
  'favorite_lists',
  'favorites',
  'gallery_presets',
  'gallery_sets',
  'gallery_shares',
  'installments',
  'occupancies',
  'owner_links',
  'pages',
  'person_addresses',
  'photo_comments',
  'post_tags',
  'resources',
  'session_type_places',
  'settings',
  'special_dates',
  'terms_versions',
  'testimonial_permissions',
]
/** Each has one row that the first start adds beside those of the demo. */
const WITH_DEFAULT = ['places', 'schedules']

/**
 * Whether the installation has nothing except what the first start loaded: no account besides that of the demo’s
 * sample client, and nothing that a visitor sent.
 */
export async function isUntouched(db: Db, shapes: readonly TableShape[]): Promise<boolean> {
  for (const { name } of shapes)
    if (!LOADED.includes(name) && (await countOwn(db, name)) > (WITH_DEFAULT.includes(name) ? 1 : 0))
      return false
  return true
}

const demoIds = (table: string) => sql`select row_id from demo_rows where table_name = ${table}`

/** Rows of a table that didn’t come with the demo. */
async function countOwn(db: Db, table: string): Promise<number> {
  const sample = sql`select id from users where id in (${demoIds('users')})`
  const own =
    table === 'people'
      ? sql`user_id is null or user_id not in (${sample})`
      : table === 'bookings'
        ? sql`email not in (select email from users where id in (${sample}))`
        : (await hasId(db, table))
          ? sql`id not in (${demoIds(table)})`
          : sql`1 = 1`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${own}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** The tables of the demo have ids that are text. */
const hasId = async (db: Db, table: string): Promise<boolean> =>
  (await db
    .selectFrom('demo_rows')
    .select('row_id')
    .where('table_name', '=', table)
    .limit(1)
    .executeTakeFirst()) !== undefined
