import { type SqlBool, sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { inParts, readInParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { isVisibleItem } from '../visibility-store.server'

export type EditorItemRow = Pick<
  Row<'gallery_items'>,
  'id' | 'set_id' | 'photo_id' | 'file_name' | 'caption' | 'body' | 'document' | 'hidden_at'
>

/** null: the whole gallery; '': photos without a set. */
export type SetChoice = string | null

interface ItemsQuery {
  galleryId: string
  set: SetChoice
}

export const itemsQuery = (db: Db, { galleryId, set }: ItemsQuery) =>
  db
    .selectFrom('gallery_items as i')
    .leftJoin('gallery_sets as s', 's.id', 'i.set_id')
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .$if(set === '', (query) => query.where('i.set_id', 'is', null))
    .$if(set !== null && set !== '', (query) => query.where('i.set_id', '=', set))

/** In the gallery’s order. */
export const selectItems = (
  db: Db,
  { offset, limit, ...query }: ItemsQuery & { offset: number; limit: number },
): Promise<EditorItemRow[]> =>
  itemsQuery(db, query)
    .select(['i.id', 'i.set_id', 'i.photo_id', 'i.file_name', 'i.caption', 'i.body'])
    .select(['i.document', 'i.hidden_at'])
    .orderBy((e) => e.fn.coalesce('s.position', sql.lit(-1)))
    .orderBy('i.set_id')
    .orderBy('i.position')
    .orderBy('i.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Number of items per set; those without a set under ''. */
export async function countBySet(
  db: Db,
  galleryId: string,
): Promise<Map<string, { all: number; photos: number }>> {
  const rows = await itemsQuery(db, { galleryId, set: null })
    .select(['i.set_id'])
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.count<number>('i.photo_id').as('photos')])
    .groupBy('i.set_id')
    .execute()
  return new Map(
    rows.map(({ set_id, count, photos }) => [set_id ?? '', { all: Number(count), photos: Number(photos) }]),
  )
}

/** Number of photos before a position. */
export async function countPhotosBefore(
  db: Db,
  { offset, ...query }: ItemsQuery & { offset: number },
): Promise<number> {
  if (offset === 0) return 0
  const before = itemsQuery(db, query)
    .select('i.photo_id')
    .orderBy((e) => e.fn.coalesce('s.position', sql.lit(-1)))
    .orderBy('i.set_id')
    .orderBy('i.position')
    .orderBy('i.id')
    .limit(offset)
  const row = await db
    .selectFrom(before.as('before'))
    .select((e) => e.fn.count<number>('before.photo_id').as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether there is a sorting to undo. */
export async function hasArrangement(db: Db, galleryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('gallery_undos')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where('kind', '=', 'arranged')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

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

/** Ids of these items' photos. */
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
  set: Partial<Pick<ItemRow, 'hidden_at' | 'removed_at' | 'caption' | 'body' | 'document' | 'featured'>>,
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
  const row = { id, photo_id: null, caption: '', featured: 0, file_name: '', ...text }
  await db.insertInto('gallery_items').values(row).execute()
  return id
}

export async function setCover(db: Db, galleryId: string, photoId: string | null): Promise<void> {
  await db.updateTable('galleries').set({ cover_photo_id: photoId }).where('id', '=', galleryId).execute()
}

export interface Publishable {
  itemId: string
  photoId: string
  fileName: string
  title: string
  alt: string
  isPublic: boolean
}

/** Private photos that the gallery shows, in order. */
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
    .where(isVisibleItem)
    .$if(unpublished, (query) => query.where('p.published_at', 'is', null))
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  return rows.map(({ published_at, ...row }) => ({ ...row, isPublic: published_at !== null }))
}

/** Public photos of the website's gallery that it doesn't show to visitors, in order. */
export async function selectUnshownOnWebsite(db: Db) {
  const rows = await db
    .selectFrom('gallery_items as i')
    .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select(['i.id as item', 'g.id as galleryId', 'g.published_at', 'p.id as photoId', 'p.title', 'p.alt'])
    .where('g.for_website', '=', 1)
    .where('g.archived_at', 'is', null)
    .where('i.removed_at', 'is', null)
    .where('p.published_at', 'is not', null)
    .where('p.state', '<>', 'failed')
    .where((e) => e.or([e('g.published_at', 'is', null), e('i.hidden_at', 'is not', null)]))
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  return rows.map(({ published_at, ...row }) => ({ ...row, isDraft: published_at === null }))
}

export interface RemovedItem {
  id: string
  galleryId: string
  photoId: string | null
  removedAt: number
  /** Whether its gallery has releases. */
  hasReleases: SqlBool
}

interface RemovedPage {
  before: number
  /** The last item of the previous page; null: first page. */
  after: Pick<RemovedItem, 'id' | 'removedAt'> | null
  limit: number
}

/** Oldest first. */
export const removedQuery = (db: Db, { before, after, limit }: RemovedPage) =>
  db
    .selectFrom('gallery_items')
    .select((e) => [
      'id',
      'gallery_id as galleryId',
      'photo_id as photoId',
      e.ref('removed_at').$notNull().as('removedAt'),
      e
        .exists(
          e
            .selectFrom('releases as c')
            .select('c.id')
            .whereRef('c.gallery_id', '=', 'gallery_items.gallery_id'),
        )
        .as('hasReleases'),
    ])
    .where('removed_at', 'is not', null)
    .where('removed_at', '<', before)
    .$if(after !== null, (query) =>
      query.where((e) =>
        e(e.refTuple('removed_at', 'id'), '>', e.tuple(after?.removedAt ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('removed_at')
    .orderBy('id')
    .limit(limit)

/** Deletes it unless it was restored. @returns whether it was deleted */
export async function deleteRemoved(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('gallery_items')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether a photo is in any gallery. Removed items count, since they can be restored. */
export async function isInAnyGallery(db: Db, photoId: string): Promise<boolean> {
  const row = await db
    .selectFrom('gallery_items')
    .select('id')
    .where('photo_id', '=', photoId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteUndosBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('gallery_undos').where('created_at', '<', before).execute()
}
