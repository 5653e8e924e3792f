import type { Db } from '~/platform/db/database.server'

export interface Publishable {
  itemId: string
  photoId: string
  fileName: string
  title: string
  alt: string
  isPublic: boolean
}

/** Photographs that clients or visitors of the gallery are shown, in its order; of these only the private ones. */
export async function selectPublishable(
  db: Db,
  galleryId: string,
  { unpublished = false } = {},
): Promise<Publishable[]> {
  const rows = await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select(['i.id as itemId', 'p.id as photoId', 'i.file_name as fileName', 'p.title', 'p.alt'])
    .select('p.published_at')
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .where('i.hidden_at', 'is', null)
    .$if(unpublished, (query) => query.where('p.published_at', 'is', null))
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  return rows.map(({ published_at, ...row }) => ({ ...row, isPublic: published_at !== null }))
}
