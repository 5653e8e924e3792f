import type { AliasableExpression } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { DownloadSize } from '../access/model'
import { isClientPhoto } from '../visibility-store.server'
import type { Wanted } from './model'

/** A photo with its file in one size, if made. */
export interface DownloadableItem {
  itemId: string
  photoId: string
  fileName: string
  /** Title of its set; '' for none. */
  setTitle: string
  format: string
  sha256: string
  capturedAt: string | null
  arrivedAt: number
  file: { bytes: number; crc32: number; sha256: string; recipe: string } | undefined
}

/** In the gallery's order. */
export async function selectItems(
  db: Db,
  galleryId: string,
  wanted: Wanted,
  size: DownloadSize,
): Promise<DownloadableItem[]> {
  let query = shownItems(db, galleryId)
    .leftJoin('gallery_sets as s', 's.id', 'i.set_id')
    .leftJoin('download_files as d', (join) => join.onRef('d.photo_id', '=', 'p.id').on('d.size', '=', size))
    .select(['i.id as itemId', 'p.id as photoId', 'i.file_name', 'p.original_name', 's.title as setTitle'])
    .select(['p.format', 'p.sha256', 'p.captured_at', 'p.created_at'])
    .select(['d.bytes', 'd.crc32', 'd.sha256 as fileSha256', 'd.recipe'])
    .orderBy('i.position')
    .orderBy('i.id')
  if (wanted.what === 'photo') query = query.where('i.id', '=', wanted.of)
  if (wanted.what === 'set') query = query.where('i.set_id', '=', wanted.of)
  if (wanted.what === 'favorites')
    query = query.where('i.id', 'in', (e) =>
      e
        .selectFrom('favorites')
        .select('item_id')
        .where('list_id', '=', wanted.of ?? ''),
    )
  const rows = await query.execute()
  return rows.map((row) => ({
    itemId: row.itemId,
    photoId: row.photoId,
    fileName: row.file_name === '' ? row.original_name : row.file_name,
    setTitle: row.setTitle ?? '',
    format: row.format,
    sha256: row.sha256,
    capturedAt: row.captured_at,
    arrivedAt: row.created_at,
    file:
      row.bytes === null || row.crc32 === null || row.fileSha256 === null || row.recipe === null
        ? undefined
        : { bytes: row.bytes, crc32: row.crc32, sha256: row.fileSha256, recipe: row.recipe },
  }))
}

/** Items that clients can see: not hidden, not removed, and not failed. */
const shownItems = (db: Db, galleryId: string) =>
  db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .where('i.gallery_id', '=', galleryId)
    .where(isClientPhoto)

export const selectSet = (db: Db, galleryId: string, id: string) =>
  db
    .selectFrom('gallery_sets')
    .select(['id', 'title'])
    .where('gallery_id', '=', galleryId)
    .where('id', '=', id)
    .executeTakeFirst()

export const selectSets = (db: Db, galleryId: string) =>
  db
    .selectFrom('gallery_sets')
    .select(['id', 'title'])
    .where('gallery_id', '=', galleryId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export type List = Pick<Row<'favorite_lists'>, 'id' | 'purpose' | 'share_id'>

/** @param shareId null: any client */
export async function selectLists(db: Db, galleryId: string, shareId: string | null): Promise<List[]> {
  let query = db
    .selectFrom('favorite_lists')
    .select(['id', 'purpose', 'share_id'])
    .where('gallery_id', '=', galleryId)
  if (shareId !== null) query = query.where('share_id', '=', shareId)
  return await query.orderBy('id').execute()
}

/** A number of photos: in total, or by size those that are made and those that can't be made. */
export interface Counted {
  /** Id of a set or list; null: without a set. */
  of: string | null
  /** null: the total of all photos. */
  size: DownloadSize | null
  photos: number
  bytes: number
  /** Number of photos that can't be made in this size. */
  stuck: number
}

/** By set. */
export const countBySet = (db: Db, galleryId: string): Promise<Counted[]> =>
  countPlaces(db, shownItems(db, galleryId).select(['i.set_id as of', 'p.id as photoId']))

/** By list. */
export async function countByList(db: Db, galleryId: string, listIds: readonly string[]): Promise<Counted[]> {
  if (listIds.length === 0) return []
  const chosen = shownItems(db, galleryId)
    .innerJoin('favorites as f', 'f.item_id', 'i.id')
    .where('f.list_id', 'in', listIds)
    .select(['f.list_id as of', 'p.id as photoId'])
  return await countPlaces(db, chosen)
}

/** @param places photos with what they are counted for; a photo can occur several times */
async function countPlaces(
  db: Db,
  places: AliasableExpression<{ of: string | null; photoId: string }>,
): Promise<Counted[]> {
  const all = await db
    .selectFrom(places.as('place'))
    .select((e) => ['of', e.fn.countAll<number>().as('photos')])
    .groupBy('of')
    .execute()
  const made = await db
    .selectFrom(places.as('place'))
    .innerJoin('download_files as d', 'd.photo_id', 'place.photoId')
    .select((e) => ['of', 'd.size', e.fn.countAll<number>().as('photos')])
    .select((e) => e.fn.sum<number>('d.bytes').as('bytes'))
    .groupBy(['of', 'd.size'])
    .execute()
  const stuck = await db
    .selectFrom(places.as('place'))
    .innerJoin('download_faults as x', 'x.photo_id', 'place.photoId')
    .select((e) => ['of', 'x.size', e.fn.countAll<number>().as('stuck')])
    .groupBy(['of', 'x.size'])
    .execute()
  const none = { size: null, photos: 0, bytes: 0, stuck: 0 }
  return [...all, ...made, ...stuck].map((row) => asNumbers({ ...none, ...row }))
}

/** PostgreSQL's driver returns counts and sums as text. */
const asNumbers = (row: Counted): Counted => ({
  ...row,
  photos: Number(row.photos),
  bytes: Number(row.bytes),
  stuck: Number(row.stuck),
})

/** Ids of a choice's first items. */
export async function selectItemIds(
  db: Db,
  galleryId: string,
  wanted: Exclude<Wanted, { what: 'photo' }>,
  limit: number,
): Promise<string[]> {
  let query = shownItems(db, galleryId).select('i.id').orderBy('i.position').orderBy('i.id').limit(limit)
  if (wanted.what === 'set') query = query.where('i.set_id', '=', wanted.of)
  if (wanted.what === 'favorites')
    query = query.where('i.id', 'in', (e) =>
      e.selectFrom('favorites').select('item_id').where('list_id', '=', wanted.of),
    )
  return (await query.execute()).map(({ id }) => id)
}
