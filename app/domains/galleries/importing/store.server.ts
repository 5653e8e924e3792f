import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'

export const findGallery = (db: Db, slug: string) =>
  db.selectFrom('galleries').select(['id', 'kind']).where('slug', '=', slug).executeTakeFirst()

/** A gallery after the last; one that is there already stays as it is. */
export async function insertEmptyGallery(
  db: Db,
  gallery: Pick<Row<'galleries'>, 'slug' | 'title' | 'category'>,
  at: number,
): Promise<void> {
  const last = await db
    .selectFrom('galleries')
    .select((e) => e.fn.max('position').as('position'))
    .executeTakeFirst()
  await db
    .insertInto('galleries')
    .values({
      ...gallery,
      id: newId(),
      kind: 'public',
      summary: '',
      dateline: '',
      position: Number(last?.position ?? 0) + 1,
      cover_photo_id: null,
      published_at: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

/** @returns how many were not there yet */
export async function appendPhotos(db: Db, galleryId: string, photoIds: readonly string[]): Promise<number> {
  const last = await db
    .selectFrom('gallery_items')
    .select((e) => e.fn.max('position').as('position'))
    .where('gallery_id', '=', galleryId)
    .executeTakeFirst()
  const start = Number(last?.position ?? 0) + 1
  const added = await db
    .insertInto('gallery_items')
    .values(
      photoIds.map((photoId, i) => ({
        id: newId(),
        gallery_id: galleryId,
        position: start + i,
        photo_id: photoId,
        caption: '',
        body: '',
        chosen: 0,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return added.length
}
