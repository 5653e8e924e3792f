import type { PhotoState } from '~/domains/photos/model'
import type { Db } from '~/platform/db/database.server'
import { isVisibleItem, isVisiblePhotoItem } from '../visibility-store.server'
import type { ClientGallerySet } from './model'
import { numberSets, type SetRange } from './model'

/** A photo with its position. */
export interface ShownItem {
  id: string
  photoId: string
  setId: string | null
  caption: string
}

/** The sets in order, with their number of visible photos. */
export async function selectSets(db: Db, galleryId: string): Promise<ClientGallerySet[]> {
  const [counts, sets] = await Promise.all([
    countsBySet(db, galleryId).execute(),
    db
      .selectFrom('gallery_sets')
      .select(['id', 'title'])
      .where('gallery_id', '=', galleryId)
      .orderBy('position')
      .orderBy('id')
      .execute(),
  ])
  return numberSets(sets, new Map(counts.map(({ set_id, count }) => [set_id, Number(count)])))
}

export const countsBySet = (db: Db, galleryId: string) =>
  db
    .selectFrom('gallery_items as i')
    .select(['i.set_id', (e) => e.fn.countAll<number>().as('count')])
    .where('i.gallery_id', '=', galleryId)
    .where(isVisiblePhotoItem)
    .groupBy('i.set_id')

/** A range of a set, read along the index. */
export async function selectShown(db: Db, galleryId: string, range: SetRange): Promise<ShownItem[]> {
  return (await shownIn(db, galleryId, range).execute()).map(toShown)
}

export const shownIn = (db: Db, galleryId: string, { setId, limit, offset }: SetRange) =>
  inSet(db, galleryId, setId)
    .select(['i.id', 'i.photo_id', 'i.set_id', 'i.caption'])
    // Constant within the result, but PostgreSQL needs it to use the index for photos without a set.
    .orderBy('i.set_id')
    .orderBy('i.position')
    .orderBy('i.id')
    .limit(limit)
    .offset(offset)

/** A photo's position in its set, from 0; undefined when it isn't visible. */
export async function selectPlace(
  db: Db,
  galleryId: string,
  itemId: string,
): Promise<{ setId: string | null; offset: number } | undefined> {
  const item = await db
    .selectFrom('gallery_items as i')
    .select(['i.set_id', 'i.position'])
    .where('i.gallery_id', '=', galleryId)
    .where('i.id', '=', itemId)
    .where(isVisiblePhotoItem)
    .executeTakeFirst()
  if (!item) return undefined
  const before = await inSet(db, galleryId, item.set_id)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where((e) =>
      e.or([
        e('i.position', '<', item.position),
        e.and([e('i.position', '=', item.position), e('i.id', '<', itemId)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return { setId: item.set_id, offset: Number(before.count) }
}

const inSet = (db: Db, galleryId: string, setId: string | null) =>
  db
    .selectFrom('gallery_items as i')
    .where('i.gallery_id', '=', galleryId)
    .where('i.set_id', setId === null ? 'is' : '=', setId)
    .where(isVisiblePhotoItem)

/** The item of a photo that a gallery shows, such as its cover. */
export async function selectItemOf(
  db: Db,
  galleryId: string,
  photoId: string,
): Promise<ShownItem | undefined> {
  const row = await db
    .selectFrom('gallery_items as i')
    .select(['i.id', 'i.photo_id', 'i.set_id', 'i.caption'])
    .where('i.gallery_id', '=', galleryId)
    .where('i.photo_id', '=', photoId)
    .where(isVisiblePhotoItem)
    .executeTakeFirst()
  return row && toShown(row)
}

/** The photo of an image's path; undefined: hidden, removed, or of another gallery. */
export async function selectPhotoOfItem(
  db: Db,
  galleryId: string,
  itemId: string,
): Promise<{ photoId: string; media: string; state: PhotoState } | undefined> {
  return await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select(['p.id as photoId', 'p.media_hash as media', 'p.state'])
    .where('i.gallery_id', '=', galleryId)
    .where('i.id', '=', itemId)
    .where(isVisibleItem)
    .executeTakeFirst()
}

/** The proofs of some photos. */
export async function selectProofs(
  db: Db,
  galleryId: string,
  photoIds: readonly string[],
): Promise<{ photoId: string; watermark: string; width: number; createdAt: number }[]> {
  if (photoIds.length === 0) return []
  return await db
    .selectFrom('proofs')
    .select(['photo_id as photoId', 'watermark', 'width'])
    .select((e) => e.fn.max('created_at').as('createdAt'))
    .where('gallery_id', '=', galleryId)
    .where('photo_id', 'in', photoIds)
    .groupBy(['photo_id', 'watermark', 'width'])
    .having((e) => e.fn.countAll(), '=', 2)
    .orderBy('width')
    .execute()
}

export const selectProof = (
  db: Db,
  { galleryId, photoId, watermark, width, format }: ProofKey,
): Promise<{ bytes: number; sha256: string } | undefined> =>
  db
    .selectFrom('proofs')
    .select(['bytes', 'sha256'])
    .where('gallery_id', '=', galleryId)
    .where('photo_id', '=', photoId)
    .where('watermark', '=', watermark)
    .where('format', '=', format)
    .where('width', '=', width)
    .executeTakeFirst()

interface ProofKey {
  galleryId: string
  photoId: string
  watermark: string
  width: number
  format: 'avif' | 'jpg'
}

const toShown = (row: {
  id: string
  photo_id: string | null
  set_id: string | null
  caption: string
}): ShownItem => ({
  id: row.id,
  photoId: row.photo_id ?? '',
  setId: row.set_id,
  caption: row.caption,
})
