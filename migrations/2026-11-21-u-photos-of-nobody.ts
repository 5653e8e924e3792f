import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Ids sort by time, so this is a list, newest first.
  await db.schema.createIndex('photos_by_nobody').on('photos').columns(['shows_nobody', 'id']).execute()
}
