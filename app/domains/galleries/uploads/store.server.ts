import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { indexTerms } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import { gallerySearchTexts } from '../model'
import type { RefusedUpload, UnfinishedUpload } from './model'

export type UploadRow = Row<'uploads'>

/** Maximum rows shown in a list. */
const MOST_SHOWN = 200

const galleryQuery = (db: Db, id: string) =>
  db.selectFrom('galleries').select(['id', 'title', 'for_website']).where('id', '=', id)

export const selectGallery = (db: Db, id: string) => galleryQuery(db, id).executeTakeFirst()

/** Locked until the transaction ends, so that only one file of a batch is the first. */
export const lockGallery = (tx: Tx, id: string) => lockRows(tx, galleryQuery(tx, id)).executeTakeFirst()

export const selectUpload = (db: Db, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute()
}

/**
 * @param by only uploads of this account; null: of anyone
 * @returns false if it is complete, or belongs to another gallery or account; nothing is deleted then
 */
export async function deleteArriving(
  db: Db,
  { id, galleryId, by }: { id: string; galleryId: string; by: string | null },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('gallery_id', '=', galleryId)
    .where('state', '=', 'arriving')
    .$if(by !== null, (query) => query.where('by_user', '=', by ?? ''))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countOpen(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select((e) => e.fn.countAll().as('count'))
    .where('by_user', '=', userId)
    .where('state', '=', 'arriving')
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The position from which a batch is counted; undefined: no file of it has been announced. */
export async function selectFirstPosition(
  db: Db,
  galleryId: string,
  batch: string,
): Promise<number | undefined> {
  if (batch === '') return undefined
  const row = await db
    .selectFrom('uploads')
    .select('first_position')
    .where('gallery_id', '=', galleryId)
    .where('batch', '=', batch)
    .limit(1)
    .executeTakeFirst()
  return row?.first_position
}

/** The last position reserved for an upload; 0: none. */
export async function selectLastPromised(db: Db, galleryId: string): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select((e) => e.fn.max('position').as('last'))
    .where('gallery_id', '=', galleryId)
    .where('state', 'in', ['arriving', 'arrived'])
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** @returns false if its state isn't `from`; nothing is written then */
export async function moveUpload(
  db: Db,
  id: string,
  from: UploadRow['state'],
  to: Pick<UploadRow, 'state' | 'updated_at'> & Partial<UploadRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set(to)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** With the account that began it. */
type Begun<Upload> = Omit<Upload, 'mayEnd'> & { byUser: string }

const inState = (db: Db, galleryId: string, state: UploadRow['state']) =>
  db.selectFrom('uploads').where('gallery_id', '=', galleryId).where('state', '=', state)

export const unfinishedQuery = (db: Db, galleryId: string) =>
  inState(db, galleryId, 'arriving')
    .select(['id', 'file_name as name', 'folder', 'bytes', 'by_user as byUser'])
    .orderBy('id')
    .limit(MOST_SHOWN)

export const selectUnfinished = (db: Db, galleryId: string): Promise<Begun<UnfinishedUpload>[]> =>
  unfinishedQuery(db, galleryId).execute()

export async function selectRefused(db: Db, galleryId: string): Promise<Begun<RefusedUpload>[]> {
  const rows = await inState(db, galleryId, 'refused')
    .select(['id', 'file_name as name', 'folder', 'refusal', 'by_user as byUser'])
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ refusal, ...row }) => ({ ...row, sentence: refusal ?? '' }))
}

export async function countArrived(db: Db, galleryId: string): Promise<number> {
  const row = await inState(db, galleryId, 'arrived')
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** @param by only files uploaded by this account; null: by anyone */
export async function deleteRefused(
  db: Db,
  { galleryId, by }: { galleryId: string; by: string | null },
): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('gallery_id', '=', galleryId)
    .where('state', '=', 'refused')
    .$if(by !== null, (query) => query.where('by_user', '=', by ?? ''))
    .execute()
}

/** Number of a gallery's photos by state. */
export async function countByState(db: Db, galleryId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select((e) => ['p.state', e.fn.countAll().as('count')])
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .groupBy('p.state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

/** Photos of the library with these checksums, and whether they are in the gallery. */
export async function selectByContent(db: Db, galleryId: string, sha256s: string[]) {
  if (sha256s.length === 0) return []
  return await db
    .selectFrom('photos as p')
    .leftJoin('gallery_items as i', (join) =>
      join.onRef('i.photo_id', '=', 'p.id').on('i.gallery_id', '=', galleryId).on('i.removed_at', 'is', null),
    )
    .select(['p.id', 'p.sha256', 'p.format', 'p.bytes', 'p.state', 'i.id as itemId'])
    .where('p.sha256', 'in', sha256s)
    .execute()
}

/** Up to 1,000 uploads in a state that haven't changed since `at`, by id. */
export const selectBefore = (db: Db, state: UploadRow['state'], at: number): Promise<UploadRow[]> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('state', '=', state)
    .where('updated_at', '<', at)
    .orderBy('updated_at')
    .limit(1_000)
    .execute()

export async function deleteBefore(db: Db, state: UploadRow['state'], at: number): Promise<void> {
  await db.deleteFrom('uploads').where('state', '=', state).where('updated_at', '<', at).execute()
}

export const findGallery = (db: Db, slug: string) =>
  db
    .selectFrom('galleries')
    .select(['id', 'kind', 'published_at', 'archived_at'])
    .where('slug', '=', slug)
    .executeTakeFirst()

/** Adds a gallery at the end, unless its slug exists. */
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

export const selectWebsiteGallery = (db: Db): Promise<{ id: string } | undefined> =>
  db.selectFrom('galleries').select('id').where('for_website', '=', 1).executeTakeFirst()

/** A draft at the end. @returns its id; undefined: its slug is taken, or the website has a gallery */
export async function insertWebsiteGallery(
  db: Db,
  gallery: Pick<Row<'galleries'>, 'slug' | 'title'>,
  at: number,
): Promise<string | undefined> {
  const last = await db
    .selectFrom('galleries')
    .select((e) => e.fn.max('position').as('position'))
    .executeTakeFirst()
  const row = {
    ...{
      ...gallery,
      id: newId(),
      kind: 'public' as const,
      category: gallery.title,
      summary: '',
      dateline: '',
    },
    ...{ position: Number(last?.position ?? 0) + 1, cover_photo_id: null, published_at: null },
    ...{ created_at: at, for_website: 1 },
  }
  const made = await db
    .insertInto('galleries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await indexTerms(db, 'gallery', made.id, gallerySearchTexts(row))
  return made?.id
}

/** Uploads with these ids that were confirmed for the website. */
export const selectConfirmed = (db: Db, ids: string[]) =>
  db
    .selectFrom('uploads')
    .select(['id', 'state', 'refusal', 'photo_id as photoId'])
    .where('id', 'in', ids)
    .where('people', 'is not', null)
    .execute()

/** Position of the last item; 0: none. */
export async function selectLastPosition(db: Db, galleryId: string): Promise<number> {
  const last = await db
    .selectFrom('gallery_items')
    .select((e) => e.fn.max('position').as('position'))
    .where('gallery_id', '=', galleryId)
    .executeTakeFirst()
  return Number(last?.position ?? 0)
}

/** Finds a set by title, or adds it at the end. @returns its id */
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

/** Hides a photo in its gallery if that is published. */
export async function hideIfPublished(
  db: Db,
  { galleryId, photoId, at }: { galleryId: string; photoId: string; at: number },
): Promise<void> {
  await db
    .updateTable('gallery_items')
    .set({ hidden_at: at })
    .where('gallery_id', '=', galleryId)
    .where('photo_id', '=', photoId)
    .where((e) =>
      e.exists(
        e
          .selectFrom('galleries')
          .select('id')
          .where('id', '=', galleryId)
          .where('published_at', 'is not', null),
      ),
    )
    .execute()
}

interface NewItem {
  galleryId: string
  photoId: string
  setId: string | null
  fileName: string
  position: number
}

/** @returns false when the photo is already in the gallery; a removed one is restored */
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
      featured: 0,
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
