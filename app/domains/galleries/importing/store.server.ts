import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { indexTerms } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import { gallerySearchTexts } from '../search-texts'

export const findGallery = (db: Db, slug: string) =>
  db
    .selectFrom('galleries')
    .select(['id', 'kind', 'published_at', 'archived_at'])
    .where('slug', '=', slug)
    .executeTakeFirst()

/** A gallery after the last; one that is there already stays as it is. */
export async function insertEmptyGallery(
  db: Db,
  gallery: Pick<Row<'galleries'>, 'slug' | 'title' | 'category' | 'kind'>,
  at: number,
): Promise<void> {
  const last = await db
    .selectFrom('galleries')
    .select((e) => e.fn.max('position').as('position'))
    .executeTakeFirst()
  const id = newId()
  const made = await db
    .insertInto('galleries')
    .values({
      ...gallery,
      id,
      summary: '',
      dateline: '',
      position: Number(last?.position ?? 0) + 1,
      cover_photo_id: null,
      published_at: gallery.kind === 'client' ? null : at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await indexTerms(db, 'gallery', id, gallerySearchTexts({ ...gallery, dateline: '' }))
}

/** Position of the last item; 0 when there is none. */
export async function selectLastPosition(db: Db, galleryId: string): Promise<number> {
  const last = await db
    .selectFrom('gallery_items')
    .select((e) => e.fn.max('position').as('position'))
    .where('gallery_id', '=', galleryId)
    .executeTakeFirst()
  return Number(last?.position ?? 0)
}

/** The set of that title, after the last when it is new. @returns its id */
export async function findOrInsertSet(db: Db, galleryId: string, title: string): Promise<string> {
  const find = () =>
    db
      .selectFrom('gallery_sets')
      .select('id')
      .where('gallery_id', '=', galleryId)
      .where('title', '=', title)
      .executeTakeFirst()
  const found = await find()
  if (found) return found.id
  const last = await db
    .selectFrom('gallery_sets')
    .select((e) => e.fn.max('position').as('position'))
    .where('gallery_id', '=', galleryId)
    .executeTakeFirst()
  const set = { id: newId(), gallery_id: galleryId, title, position: Number(last?.position ?? 0) + 1 }
  await db
    .insertInto('gallery_sets')
    .values(set)
    .onConflict((conflict) => conflict.columns(['gallery_id', 'title']).doNothing())
    .execute()
  return (await find())?.id ?? set.id
}

interface NewItem {
  galleryId: string
  photoId: string
  setId: string | null
  fileName: string
  position: number
}

/** @returns false when the photograph stands there already; one that was removed comes back */
export async function putItem(db: Db, item: NewItem): Promise<boolean> {
  const put = await db
    .insertInto('gallery_items')
    .values({
      id: newId(),
      gallery_id: item.galleryId,
      position: item.position,
      photo_id: item.photoId,
      caption: '',
      body: '',
      chosen: 0,
      set_id: item.setId,
      file_name: item.fileName,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['gallery_id', 'photo_id'])
        .doUpdateSet({ removed_at: null })
        .where('gallery_items.removed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  return put !== undefined
}
