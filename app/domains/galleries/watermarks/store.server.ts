import type { Db, Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { NewRow } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'

export interface WatermarkedGallery {
  id: string
  title: string
  proofing: boolean
  watermark: string | null
  coverPhotoId: string | null
  version: number
}

/** A client gallery with its watermark. */
export async function selectWatermarkedGallery(db: Db, id: string): Promise<WatermarkedGallery | undefined> {
  const row = await db
    .selectFrom('galleries')
    .select(['id', 'title', 'proofing', 'watermark', 'cover_photo_id', 'version'])
    .where('id', '=', id)
    .where('kind', '=', 'client')
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      title: row.title,
      proofing: row.proofing === 1,
      watermark: row.watermark,
      coverPhotoId: row.cover_photo_id,
      version: row.version,
    }
  )
}

export async function selectProofingIds(db: Db): Promise<{ id: string; version: number }[]> {
  return await db
    .selectFrom('galleries')
    .select(['id', 'version'])
    .where('kind', '=', 'client')
    .where('proofing', '=', 1)
    .execute()
}

/** @returns whether the version was still the expected one */
export const updateWatermark = (tx: Tx, seen: Seen, json: string): Promise<boolean> =>
  updateSeen(tx, 'galleries', seen, { watermark: json })

/** A gallery's photos without removed ones, in order, each once. */
export async function selectPhotoIds(db: Db, galleryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gallery_items')
    .select('photo_id')
    .where('gallery_id', '=', galleryId)
    .where('photo_id', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  return [...new Set(rows.flatMap(({ photo_id }) => photo_id ?? []))]
}

/**
 * Number of a gallery's photos without removed ones, and of those with a proof of this watermark, in whatever way it
 * was drawn.
 */
export async function countWatermarked(
  db: Db,
  { galleryId, drawn }: { galleryId: string; drawn: string },
): Promise<{ total: number; made: number }> {
  const row = await db
    .selectFrom('gallery_items as i')
    .select((e) => [
      e.fn.countAll<number>().as('total'),
      e.fn
        .countAll<number>()
        .filterWhere((where) =>
          where.exists(
            where
              .selectFrom('proofs as p')
              .select('p.watermark')
              .where('p.gallery_id', '=', galleryId)
              .whereRef('p.photo_id', '=', 'i.photo_id')
              .where((e) => e.or([e('p.watermark', '=', drawn), e('p.watermark', 'like', `${drawn}-%`)])),
          ),
        )
        .as('made'),
    ])
    .where('i.gallery_id', '=', galleryId)
    .where('i.photo_id', 'is not', null)
    .where('i.removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { total: Number(row.total), made: Number(row.made) }
}

export async function selectPhotoWidth(db: Db, photoId: string): Promise<number | undefined> {
  const row = await db.selectFrom('photos').select('width').where('id', '=', photoId).executeTakeFirst()
  return row?.width
}

export interface ProofFile {
  galleryId: string
  photoId: string
  watermark: string
  width: number
  format: 'avif' | 'jpg'
}

const proofFiles = (db: Db) =>
  db
    .selectFrom('proofs')
    .select(['gallery_id as galleryId', 'photo_id as photoId', 'watermark', 'width', 'format'])

/** @param photoId null: all photos */
export async function selectProofs(
  db: Db,
  { galleryId, photoId }: { galleryId: string; photoId: string | null },
): Promise<ProofFile[]> {
  return await proofFiles(db)
    .where('gallery_id', '=', galleryId)
    .$if(photoId !== null, (query) => query.where('photo_id', '=', photoId ?? ''))
    .execute()
}

const PHOTOS_AT_ONCE = 200

/** Proofs of a gallery, of a photo, or with one watermark, in batches of photos by gallery and photo. */
export async function* selectProofsIn(
  db: Db,
  { galleryId, photoId, watermark }: { [Part in 'galleryId' | 'photoId' | 'watermark']: string | undefined },
): AsyncGenerator<(ProofFile & { bytes: number })[]> {
  for (let after: Pick<ProofFile, 'galleryId' | 'photoId'> | undefined; ; ) {
    const photos = await db
      .selectFrom('proofs')
      .select(['gallery_id as galleryId', 'photo_id as photoId'])
      .distinct()
      .$if(galleryId !== undefined, (query) => query.where('gallery_id', '=', galleryId ?? ''))
      .$if(photoId !== undefined, (query) => query.where('photo_id', '=', photoId ?? ''))
      .$if(after !== undefined, (query) =>
        query.where((e) =>
          e(e.refTuple('gallery_id', 'photo_id'), '>', e.tuple(after?.galleryId ?? '', after?.photoId ?? '')),
        ),
      )
      .orderBy('gallery_id')
      .orderBy('photo_id')
      .limit(PHOTOS_AT_ONCE)
      .execute()
    after = photos.at(-1)
    if (!after) return
    yield await proofFiles(db)
      .select('bytes')
      .where((e) =>
        e(
          e.refTuple('gallery_id', 'photo_id'),
          'in',
          photos.map((photo) => e.tuple(photo.galleryId, photo.photoId)),
        ),
      )
      .$if(watermark !== undefined, (query) => query.where('watermark', '=', watermark ?? ''))
      .execute()
    if (photos.length < PHOTOS_AT_ONCE) return
  }
}

export async function insertProofs(tx: Tx, rows: NewRow<'proofs'>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('proofs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteProofs(
  db: Db,
  { galleryId, photoIds, watermark }: { galleryId: string; photoIds: readonly string[]; watermark: string },
): Promise<void> {
  for (const some of inParts(photoIds))
    await db
      .deleteFrom('proofs')
      .where('gallery_id', '=', galleryId)
      .where('watermark', '=', watermark)
      .where('photo_id', 'in', some)
      .execute()
}
