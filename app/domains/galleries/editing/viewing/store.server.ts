import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

export type FrameRow = Pick<
  Row<'gallery_items'>,
  'id' | 'set_id' | 'photo_id' | 'file_name' | 'caption' | 'body' | 'hidden_at'
>

/** null: the whole gallery; '': what is in no set. */
export type SetChoice = string | null

interface FramesQuery {
  galleryId: string
  set: SetChoice
}

export const framesQuery = (db: Db, { galleryId, set }: FramesQuery) =>
  db
    .selectFrom('gallery_items as i')
    .leftJoin('gallery_sets as s', 's.id', 'i.set_id')
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .$if(set === '', (query) => query.where('i.set_id', 'is', null))
    .$if(set !== null && set !== '', (query) => query.where('i.set_id', '=', set))

/** In the gallery’s order. */
export const selectFrames = (
  db: Db,
  { offset, limit, ...query }: FramesQuery & { offset: number; limit: number },
): Promise<FrameRow[]> =>
  framesQuery(db, query)
    .select(['i.id', 'i.set_id', 'i.photo_id', 'i.file_name', 'i.caption', 'i.body', 'i.hidden_at'])
    .orderBy((e) => e.fn.coalesce('s.position', sql.lit(-1)))
    .orderBy('i.set_id')
    .orderBy('i.position')
    .orderBy('i.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Frames in each set; those in none under ''. */
export async function countBySet(
  db: Db,
  galleryId: string,
): Promise<Map<string, { all: number; photos: number }>> {
  const rows = await framesQuery(db, { galleryId, set: null })
    .select(['i.set_id'])
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.count<number>('i.photo_id').as('photos')])
    .groupBy('i.set_id')
    .execute()
  return new Map(
    rows.map(({ set_id, count, photos }) => [set_id ?? '', { all: Number(count), photos: Number(photos) }]),
  )
}

/** How many photographs stand before a place of the order. */
export async function countPhotosBefore(
  db: Db,
  { offset, ...query }: FramesQuery & { offset: number },
): Promise<number> {
  if (offset === 0) return 0
  const before = framesQuery(db, query)
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

export async function selectPublicPhotos(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('id', 'in', ids)
    .where('published_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A sorting that can be taken back. */
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
