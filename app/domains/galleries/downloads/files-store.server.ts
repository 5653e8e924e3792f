import type { Db } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { DOWNLOAD_SIZES, type DownloadSize } from '../access/model'
import { isClientPhoto } from '../visibility-store.server'

/** A photo with missing download files. */
export interface Unmade {
  photoId: string
  sizes: DownloadSize[]
}

/**
 * Photos of client galleries with downloads, and the sizes that are missing and haven't failed.
 * @param galleryId without it, all open galleries
 * @param photoId without it, all photos
 */
export async function selectUnmade(db: Db, galleryId?: string, photoId?: string): Promise<Unmade[]> {
  const found = new Map<string, DownloadSize[]>()
  for (const size of DOWNLOAD_SIZES)
    for (const id of await photosWithout(db, size, { galleryId, photoId }))
      found.set(id, [...(found.get(id) ?? []), size])
  return [...found].map(([id, sizes]) => ({ photoId: id, sizes }))
}

async function photosWithout(
  db: Db,
  size: DownloadSize,
  { galleryId, photoId }: { galleryId: string | undefined; photoId: string | undefined },
): Promise<string[]> {
  const rows = await db
    .selectFrom('galleries as g')
    .innerJoin('gallery_items as i', 'i.gallery_id', 'g.id')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .leftJoin('download_files as d', (join) => join.onRef('d.photo_id', '=', 'p.id').on('d.size', '=', size))
    .leftJoin('download_faults as f', (join) => join.onRef('f.photo_id', '=', 'p.id').on('f.size', '=', size))
    .select(['p.id', 'i.position'])
    .where('g.kind', '=', 'client')
    .where('g.published_at', 'is not', null)
    .where('g.archived_at', 'is', null)
    .where('g.expired_at', 'is', null)
    .where('g.sizes', 'like', `%"${size}"%`)
    .$if(galleryId !== undefined, (query) => query.where('g.id', '=', galleryId ?? ''))
    .$if(photoId !== undefined, (query) => query.where('i.photo_id', '=', photoId ?? ''))
    .where(isClientPhoto)
    .where('d.photo_id', 'is', null)
    .where('f.photo_id', 'is', null)
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  return [...new Set(rows.map(({ id }) => id))]
}

export type MadeFrom = Pick<Row<'photos'>, 'id' | 'sha256' | 'format' | 'width' | 'height'> &
  Pick<Row<'photos'>, 'creator' | 'copyright' | 'original_name'>

export const selectPhoto = (db: Db, id: string): Promise<MadeFrom | undefined> =>
  db
    .selectFrom('photos')
    .select(['id', 'sha256', 'format', 'width', 'height', 'creator', 'copyright', 'original_name'])
    .where('id', '=', id)
    .executeTakeFirst()

export const selectPhotoByContent = (
  db: Db,
  sha256: string,
): Promise<Pick<Row<'photos'>, 'id' | 'sha256' | 'format'> | undefined> =>
  db.selectFrom('photos').select(['id', 'sha256', 'format']).where('sha256', '=', sha256).executeTakeFirst()

export async function selectMadeSizes(db: Db, photoId: string): Promise<DownloadSize[]> {
  const rows = await db.selectFrom('download_files').select('size').where('photo_id', '=', photoId).execute()
  return rows.map(({ size }) => size)
}

export interface MadeFile {
  sha256: string
  format: string
  size: DownloadSize
  recipe: string
  bytes: number
  /** Of the file; `sha256` is the original's. */
  sum: string
}

const FILES_AT_ONCE = 1_000

const madeFiles = (db: Db) =>
  db
    .selectFrom('download_files as d')
    .innerJoin('photos as p', 'p.id', 'd.photo_id')
    .where('d.size', '<>', 'original')

/** Made files of photos whose SHA-256 begins with `hex`, in batches, by hash and size. */
export async function* selectMadeFiles(db: Db, hex: string): AsyncGenerator<MadeFile[]> {
  for (let after: MadeFile | undefined; ; ) {
    const rows = await madeFiles(db)
      .select(['p.sha256', 'p.format', 'd.size', 'd.recipe', 'd.bytes', 'd.sha256 as sum'])
      .where('p.sha256', '>=', hex)
      // Hashes are lowercase hexadecimal.
      .where('p.sha256', '<', `${hex}g`)
      .where((e) =>
        after
          ? e.or([
              e('p.sha256', '>', after.sha256),
              e.and([e('p.sha256', '=', after.sha256), e('d.size', '>', after.size)]),
            ])
          : e.lit(true),
      )
      .orderBy('p.sha256')
      .orderBy('d.size')
      .limit(FILES_AT_ONCE)
      .execute()
    yield rows
    after = rows.at(-1)
    if (rows.length < FILES_AT_ONCE) return
  }
}

export async function countMadeFiles(db: Db): Promise<number> {
  const { count } = await madeFiles(db)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const selectMadeFile = (
  db: Db,
  photoId: string,
  size: DownloadSize,
): Promise<Pick<MadeFile, 'sha256' | 'format' | 'size' | 'recipe'> | undefined> =>
  db
    .selectFrom('download_files as d')
    .innerJoin('photos as p', 'p.id', 'd.photo_id')
    .select(['p.sha256', 'p.format', 'd.size', 'd.recipe'])
    .where('d.photo_id', '=', photoId)
    .where('d.size', '=', size)
    .executeTakeFirst()

/** A photo's download sizes that were made with another recipe. */
export const selectFormerFiles = (
  db: Db,
  photoId: string,
  recipe: string,
): Promise<Pick<MadeFile, 'size' | 'recipe'>[]> =>
  db
    .selectFrom('download_files')
    .select(['size', 'recipe'])
    .where('photo_id', '=', photoId)
    .where('size', '<>', 'original')
    .where('recipe', '<>', recipe)
    .execute()

/** Ids of photos with such sizes, in batches. */
export async function* selectPhotosMadeBefore(db: Db, recipe: string): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('download_files')
      .select('photo_id')
      .distinct()
      .where('photo_id', '>', after)
      .where('size', '<>', 'original')
      .where('recipe', '<>', recipe)
      .orderBy('photo_id')
      .limit(FILES_AT_ONCE)
      .execute()
    yield rows.map(({ photo_id }) => photo_id)
    const last = rows.at(-1)
    if (!last || rows.length < FILES_AT_ONCE) return
    after = last.photo_id
  }
}

/** Replaces existing rows. */
export async function upsertFiles(db: Db, files: NewRow<'download_files'>[]): Promise<void> {
  await db
    .insertInto('download_files')
    .values(files)
    .onConflict((conflict) =>
      conflict.columns(['photo_id', 'size']).doUpdateSet((e) => ({
        bytes: e.ref('excluded.bytes'),
        crc32: e.ref('excluded.crc32'),
        sha256: e.ref('excluded.sha256'),
        width: e.ref('excluded.width'),
        height: e.ref('excluded.height'),
        created_at: e.ref('excluded.created_at'),
        recipe: e.ref('excluded.recipe'),
      })),
    )
    .execute()
}

/** Deletes the row of a file that doesn't match it, so that the file is made again. */
export async function deleteFile(db: Db, photoId: string, size: DownloadSize): Promise<void> {
  await db.deleteFrom('download_files').where('photo_id', '=', photoId).where('size', '=', size).execute()
}

export const selectTitle = (db: Db, galleryId: string): Promise<{ title: string } | undefined> =>
  db
    .selectFrom('galleries')
    .select('title')
    .where('id', '=', galleryId)
    .where('kind', '=', 'client')
    .executeTakeFirst()

/** @returns false if it's already recorded */
export async function insertFault(db: Db, fault: NewRow<'download_faults'>): Promise<boolean> {
  const inserted = await db
    .insertInto('download_faults')
    .values(fault)
    .onConflict((conflict) => conflict.doNothing())
    .returning('photo_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether a fault of another photo or size was recorded since. */
export async function isOtherFaultSince(
  db: Db,
  fault: { photoId: string; size: DownloadSize },
  since: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('download_faults')
    .select('photo_id')
    .where('found_at', '>=', since)
    .where((e) => e.or([e('photo_id', '<>', fault.photoId), e('size', '<>', fault.size)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteFaults(db: Db, photoId: string, sizes: readonly DownloadSize[]): Promise<void> {
  await db.deleteFrom('download_faults').where('photo_id', '=', photoId).where('size', 'in', sizes).execute()
}

export async function deleteFaultsOfGallery(db: Db, galleryId: string): Promise<void> {
  await db
    .deleteFrom('download_faults')
    .where('photo_id', 'in', (e) =>
      e
        .selectFrom('gallery_items')
        .select((i) => i.fn.coalesce('photo_id', i.val('')).as('photo_id'))
        .where('gallery_id', '=', galleryId),
    )
    .execute()
}

export interface FaultyPhoto {
  photoId: string
  galleryId: string
  galleryTitle: string
  fileName: string
}

/** A photo with its client gallery. */
export const selectFaulty = (db: Db, photoId: string): Promise<FaultyPhoto | undefined> =>
  db
    .selectFrom('gallery_items as i')
    .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
    .select([
      'i.photo_id as photoId',
      'g.id as galleryId',
      'g.title as galleryTitle',
      'i.file_name as fileName',
    ])
    .where('i.photo_id', '=', photoId)
    .where('g.kind', '=', 'client')
    .orderBy('i.id', 'desc')
    .limit(1)
    .$narrowType<{ photoId: string }>()
    .executeTakeFirst()

export interface FaultyGallery {
  id: string
  title: string
  /** Number of photos that can't be downloaded. */
  photos: number
  /** When the last fault was found, milliseconds since 1970. */
  foundAt: number
}

/** Client galleries with undeliverable files, newest problem first. */
export async function selectFaultyGalleries(db: Db): Promise<FaultyGallery[]> {
  const rows = await db
    .selectFrom('download_faults as f')
    .innerJoin('gallery_items as i', 'i.photo_id', 'f.photo_id')
    .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
    .select((e) => [
      'g.id',
      'g.title',
      e.fn.count('f.photo_id').distinct().as('photos'),
      e.fn.max('f.found_at').as('foundAt'),
    ])
    .where('g.kind', '=', 'client')
    .where('g.archived_at', 'is', null)
    .where('i.removed_at', 'is', null)
    .groupBy(['g.id', 'g.title'])
    .orderBy('foundAt', 'desc')
    .orderBy('g.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    photos: Number(row.photos),
    foundAt: Number(row.foundAt),
  }))
}

export interface ListedFault {
  fileName: string
  size: DownloadSize
  sentence: string
  foundAt: number
}

export const selectFaults = (db: Db, galleryId: string, limit: number): Promise<ListedFault[]> =>
  db
    .selectFrom('download_faults as f')
    .innerJoin('gallery_items as i', 'i.photo_id', 'f.photo_id')
    .select(['i.file_name as fileName', 'f.size', 'f.sentence', 'f.found_at as foundAt'])
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .orderBy('f.found_at')
    .orderBy('i.id')
    .limit(limit)
    .execute()

export async function selectFaultyPhotos(
  db: Db,
  { galleryId, size, limit }: { galleryId: string; size: DownloadSize; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('download_faults as f')
    .innerJoin('gallery_items as i', 'i.photo_id', 'f.photo_id')
    .select('f.photo_id as photoId')
    .distinct()
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .where('f.size', '=', size)
    .limit(limit)
    .execute()
  return rows.map(({ photoId }) => photoId)
}
