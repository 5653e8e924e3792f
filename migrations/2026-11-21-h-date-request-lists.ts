import type { Kysely } from 'kysely'

/** What was asked for on a day, and of a kind of session, each in the order of time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('date_requests_date').execute()
  await db.schema
    .createIndex('date_requests_day')
    .on('date_requests')
    .columns(['preferred_date', 'id'])
    .execute()
  await db.schema
    .createIndex('date_requests_type')
    .on('date_requests')
    .columns(['session_type_id', 'id'])
    .execute()
}
