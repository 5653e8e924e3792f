import type { Db } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import type { DeliverySize } from '../../access/model'

/** @returns false when it is known already */
export async function insertFault(db: Db, fault: NewRow<'delivery_faults'>): Promise<boolean> {
  const inserted = await db
    .insertInto('delivery_faults')
    .values(fault)
    .onConflict((conflict) => conflict.doNothing())
    .returning('photo_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Another photograph, or the same in another size. */
export async function isOtherFaultSince(
  db: Db,
  fault: { photoId: string; size: DeliverySize },
  since: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('delivery_faults')
    .select('photo_id')
    .where('found_at', '>=', since)
    .where((e) => e.or([e('photo_id', '<>', fault.photoId), e('size', '<>', fault.size)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteFaults(db: Db, photoId: string, sizes: readonly DeliverySize[]): Promise<void> {
  await db.deleteFrom('delivery_faults').where('photo_id', '=', photoId).where('size', 'in', sizes).execute()
}

export async function deleteFaultsOfGallery(db: Db, galleryId: string): Promise<void> {
  await db
    .deleteFrom('delivery_faults')
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

/** The photograph as its client gallery knows it. */
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
  /** Photographs of it that cannot be handed over. */
  photographs: number
  /** When the last of them was found. */
  foundAt: number
}

/** Client galleries with something that cannot be handed over; what was found last comes first. */
export async function selectFaultyGalleries(db: Db): Promise<FaultyGallery[]> {
  const rows = await db
    .selectFrom('delivery_faults as f')
    .innerJoin('gallery_items as i', 'i.photo_id', 'f.photo_id')
    .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
    .select((e) => [
      'g.id',
      'g.title',
      e.fn.count('f.photo_id').distinct().as('photographs'),
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
    photographs: Number(row.photographs),
    foundAt: Number(row.foundAt),
  }))
}

export interface ListedFault {
  fileName: string
  size: DeliverySize
  sentence: string
  foundAt: number
}

export const selectFaults = (db: Db, galleryId: string, limit: number): Promise<ListedFault[]> =>
  db
    .selectFrom('delivery_faults as f')
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
  { galleryId, size, limit }: { galleryId: string; size: DeliverySize; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery_faults as f')
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
