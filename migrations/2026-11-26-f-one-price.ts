import { type Kysely, sql } from 'kysely'

/**
 * A session type can set the starting price of its service. Set where both already show the same price, so no
 * published price changes. Where they differ, both stay, and the Studio says so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session_types')
    .addColumn('sets_price', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`
    update session_types set sets_price = 1 where id in (
      select (
        select t.id from session_types t
        where t.service_id = s.id and t.price_cents = s.from_price_cents and t.price_unit = s.price_unit
        order by t.published_at is null, t.position, t.id limit 1
      ) from services s
    )`.execute(db)
  await sql`
    create unique index session_types_sets_price on session_types (service_id) where sets_price = 1`.execute(
    db,
  )
}
