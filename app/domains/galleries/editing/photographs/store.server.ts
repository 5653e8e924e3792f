import type { Db } from '~/platform/db/database.server'
import { inParts, readInParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'

export type ItemRow = Row<'gallery_items'>

export const selectItem = (
  db: Db,
  { galleryId, id }: { galleryId: string; id: string },
): Promise<ItemRow | undefined> =>
  db
    .selectFrom('gallery_items')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Photographs of these items. */
export async function selectPhotoIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await readInParts(ids, (some) =>
    db
      .selectFrom('gallery_items')
      .select('photo_id')
      .where('id', 'in', some)
      .where('photo_id', 'is not', null)
      .execute(),
  )
  return rows.flatMap(({ photo_id }) => photo_id ?? [])
}

export async function selectPhotoOf(
  db: Db,
  id: string,
): Promise<{ slug: string; isPublic: boolean } | undefined> {
  const row = await db
    .selectFrom('photos')
    .select(['slug', 'published_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { slug: row.slug, isPublic: row.published_at !== null }
}

export async function updateItems(
  db: Db,
  { galleryId, ids }: { galleryId: string; ids: readonly string[] },
  set: Partial<Pick<ItemRow, 'hidden_at' | 'removed_at' | 'caption' | 'body' | 'chosen'>>,
): Promise<void> {
  for (const some of inParts(ids))
    await db
      .updateTable('gallery_items')
      .set(set)
      .where('gallery_id', '=', galleryId)
      .where('id', 'in', some)
      .execute()
}

export async function insertText(
  db: Db,
  text: Pick<ItemRow, 'gallery_id' | 'body' | 'position' | 'set_id'>,
): Promise<string> {
  const id = newId()
  const row = { id, photo_id: null, caption: '', chosen: 0, file_name: '', ...text }
  await db.insertInto('gallery_items').values(row).execute()
  return id
}

export async function setCover(db: Db, galleryId: string, photoId: string | null): Promise<void> {
  await db.updateTable('galleries').set({ cover_photo_id: photoId }).where('id', '=', galleryId).execute()
}
