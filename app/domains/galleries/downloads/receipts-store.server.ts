import { sql } from 'kysely'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { NewRow, Row } from '~/platform/db/schema'
import type { DownloadSize } from '../access/model'
import { isClientPhoto } from '../visibility-store.server'
import type { SentRanges } from './sent-ranges'

export type DownloadRow = Row<'downloads'>

export interface Earlier {
  id: string
  sent: SentRanges
  isCompleted: boolean
}

/** A client's downloads of this exact content, newest first. */
export async function selectEarlier(
  db: Db,
  { galleryId, shareId, etag }: { galleryId: string; shareId: string; etag: string },
): Promise<Earlier[]> {
  const rows = await db
    .selectFrom('downloads')
    .select(['id', 'sent', 'completed_at'])
    .where('gallery_id', '=', galleryId)
    .where('etag', '=', etag)
    .where('share_id', '=', shareId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ id, sent, completed_at }) => ({
    id,
    sent: JSON.parse(sent),
    isCompleted: completed_at !== null,
  }))
}

/** Marks a download as incomplete: only bytes before `start` arrived. */
export async function takeBack(db: Db, id: string, start: number): Promise<void> {
  const sent = JSON.stringify([[0, start - 1]])
  await db.updateTable('downloads').set({ sent, completed_at: null }).where('id', '=', id).execute()
}

export async function insertDownload(db: Db, row: NewRow<'downloads'>): Promise<void> {
  await db.insertInto('downloads').values(row).execute()
}

/** Locked until the transaction ends, since several connections may download parts of one file. */
export async function lockSent(
  tx: Tx,
  id: string,
): Promise<{ sent: SentRanges; bytes: number; isCompleted: boolean } | undefined> {
  const query = tx.selectFrom('downloads').select(['sent', 'bytes', 'completed_at']).where('id', '=', id)
  const row = await lockRows(tx, query).executeTakeFirst()
  return row && { sent: JSON.parse(row.sent), bytes: row.bytes, isCompleted: row.completed_at !== null }
}

export async function updateSent(
  db: Db,
  id: string,
  { sent, at, isWhole }: { sent: SentRanges; at: number; isWhole: boolean },
): Promise<void> {
  await db
    .updateTable('downloads')
    .set((e) => ({
      sent: JSON.stringify(sent),
      updated_at: at,
      ...(isWhole ? { completed_at: e.fn.coalesce('completed_at', e.val(at)) } : {}),
    }))
    .where('id', '=', id)
    .execute()
}

/** Records the photos of a completed download. Existing rows stay. */
export async function insertDownloadPhotos(
  tx: Tx,
  { galleryId, etag }: { galleryId: string; etag: string },
  photoIds: readonly string[],
): Promise<void> {
  for (const some of inParts(photoIds))
    await tx
      .insertInto('download_photos')
      // A photo may have been deleted during the download.
      .columns(['gallery_id', 'etag', 'photo_id'])
      .expression((e) =>
        e
          .selectFrom('photos')
          .select((p) => [p.val(galleryId).as('gallery_id'), p.val(etag).as('etag'), 'id'])
          .where('id', 'in', some),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The newest download per client and content, newest first. @param before cursor of the page: an id */
export const attemptsQuery = (
  db: Db,
  { galleryId, before, limit }: { galleryId: string; before: string | null; limit: number },
) => {
  const query = db
    .selectFrom('downloads as d')
    .selectAll('d')
    .where('d.gallery_id', '=', galleryId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('downloads as later')
            .select('later.id')
            .where('later.gallery_id', '=', galleryId)
            .whereRef('later.etag', '=', 'd.etag')
            .whereRef('later.id', '>', 'd.id')
            .whereRef('later.who', '=', 'd.who'),
        ),
      ),
    )
  return (before === null ? query : query.where('d.id', '<', before)).orderBy('d.id', 'desc').limit(limit)
}

/** Maximum attempts listed per client and content. */
const MOST_TRIES = 12

/**
 * Downloads of these contents with the total per client and content: complete ones first, then the newest.
 */
export async function selectTries(
  db: Db,
  galleryId: string,
  etags: readonly string[],
): Promise<(DownloadRow & { tries: number; completed: number })[]> {
  if (etags.length === 0) return []
  return await db
    .selectFrom((e) =>
      e
        .selectFrom('downloads')
        .selectAll()
        .select(({ fn }) => [
          fn
            .countAll<number>()
            .over((over) => over.partitionBy(['etag', 'who']))
            .as('tries'),
          fn
            .count<number>('completed_at')
            .over((over) => over.partitionBy(['etag', 'who']))
            .as('completed'),
          sql<number>`row_number() over (
            partition by etag, who order by case when completed_at is null then 1 else 0 end, id desc
          )`.as('turn'),
        ])
        .where('gallery_id', '=', galleryId)
        .where('etag', 'in', etags)
        .as('tried'),
    )
    .selectAll()
    .where('turn', '<=', MOST_TRIES)
    .orderBy('turn')
    .execute()
}

export const selectDownload = (db: Db, galleryId: string, id: string): Promise<DownloadRow | undefined> =>
  db
    .selectFrom('downloads')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Titles of what was downloaded by id: file names, titles of sets, names of favorites lists. */
export async function selectTitles(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const [items, sets, lists] = await Promise.all([
    db.selectFrom('gallery_items').select(['id', 'file_name as title']).where('id', 'in', ids).execute(),
    db.selectFrom('gallery_sets').select(['id', 'title']).where('id', 'in', ids).execute(),
    db.selectFrom('favorite_lists').select(['id', 'purpose as title']).where('id', 'in', ids).execute(),
  ])
  return new Map([...items, ...sets, ...lists].map(({ id, title }) => [id, title]))
}

export const selectGallery = (db: Db, id: string) =>
  db
    .selectFrom('galleries')
    .select(['id', 'title', 'sizes'])
    .where('id', '=', id)
    .where('kind', '=', 'client')
    .executeTakeFirst()

/** Number of photos whose original contains a location. */
export async function countWithPosition(db: Db, galleryId: string): Promise<number> {
  const row = await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .where('p.had_gps', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Number of visible photos, and how many of them were in a completed download of this size. */
export async function countDownloaded(
  db: Db,
  galleryId: string,
  size: DownloadSize,
): Promise<{ photos: number; delivered: number }> {
  const shown = () =>
    db
      .selectFrom('gallery_items as i')
      .innerJoin('photos as p', 'p.id', 'i.photo_id')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('i.gallery_id', '=', galleryId)
      .where(isClientPhoto)
  const all = await shown().executeTakeFirstOrThrow()
  const delivered = await shown()
    .where((e) =>
      e.exists(
        e
          .selectFrom('download_photos as h')
          .innerJoin('downloads as d', (join) =>
            join.onRef('d.gallery_id', '=', 'h.gallery_id').onRef('d.etag', '=', 'h.etag'),
          )
          .select('d.id')
          .where('h.gallery_id', '=', galleryId)
          .whereRef('h.photo_id', '=', 'i.photo_id')
          .where('d.size', '=', size)
          .where('d.completed_at', 'is not', null),
      ),
    )
    .executeTakeFirstOrThrow()
  return { photos: Number(all.n), delivered: Number(delivered.n) }
}
