import { type Kysely, sql } from 'kysely'

/**
 * Which photos a completed download held, by its content: what was hidden or added while it ran is not in it. Downloads
 * so far are taken to have held what stood in their gallery, set or list before them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('download_photos')
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('etag', 'text', (c) => c.notNull())
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('download_photos_key', ['gallery_id', 'photo_id', 'etag'])
    .execute()
  await sql`
    insert into download_photos (gallery_id, etag, photo_id)
    select distinct d.gallery_id, d.etag, i.photo_id
    from downloads d join gallery_items i on i.gallery_id = d.gallery_id
    where d.completed_at is not null and i.photo_id is not null
      and i.hidden_at is null and i.removed_at is null
      and (
        (d.what = 'photo' and d.of_id = i.id)
        or (d.what = 'everything' and d.id > i.id)
        or (d.what = 'set' and d.of_id = i.set_id and d.id > i.id)
        or (d.what = 'favorites' and exists (
          select 1 from favorites f
          where f.list_id = d.of_id and f.item_id = i.id and f.created_at <= d.started_at
        ))
      )`.execute(db)
}
