import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('favorite_lists').addColumn('handled_at', 'bigint').execute()
  await sql`create index favorite_lists_waiting on favorite_lists (sent_off_at)
    where sent_off_at is not null and handled_at is null`.execute(db)
  await db.schema
    .alterTable('photo_comments')
    .addColumn('to_share_id', 'text', (c) => c.references('gallery_shares.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('photo_comments_to_share').on('photo_comments').column('to_share_id').execute()
}
