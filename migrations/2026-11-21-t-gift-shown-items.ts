import { type Kysely, sql } from 'kysely'

/** What a client’s gallery shows, by set and in order: its pages are counted and found without reading its photographs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index gallery_items_shown on gallery_items (gallery_id, set_id, position, id)
    where photo_id is not null and hidden_at is null and removed_at is null`.execute(db)
}
