import type { Db } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { DELIVERY_SIZES, type DeliverySize } from '../../access/model'

/** A photograph of which files are missing. */
export interface Unmade {
  photoId: string
  sizes: DeliverySize[]
}

/**
 * Photographs of client galleries that give downloads, and the sizes of each that are neither made nor known to be
 * impossible. @param galleryId of all open galleries when it is absent; `photoId` likewise
 */
export async function selectUnmade(db: Db, galleryId?: string, photoId?: string): Promise<Unmade[]> {
  const found = new Map<string, DeliverySize[]>()
  for (const size of DELIVERY_SIZES)
    for (const id of await photosWithout(db, size, { galleryId, photoId }))
      found.set(id, [...(found.get(id) ?? []), size])
  return [...found].map(([id, sizes]) => ({ photoId: id, sizes }))
}

async function photosWithout(
  db: Db,
  size: DeliverySize,
  { galleryId, photoId }: { galleryId: string | undefined; photoId: string | undefined },
): Promise<string[]> {
  const rows = await db
    .selectFrom('galleries as g')
    .innerJoin('gallery_items as i', 'i.gallery_id', 'g.id')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .leftJoin('delivery_files as d', (join) => join.onRef('d.photo_id', '=', 'p.id').on('d.size', '=', size))
    .leftJoin('delivery_faults as f', (join) => join.onRef('f.photo_id', '=', 'p.id').on('f.size', '=', size))
    .select(['p.id', 'i.position'])
    .where('g.kind', '=', 'client')
    .where('g.published_at', 'is not', null)
    .where('g.archived_at', 'is', null)
    .where('g.expired_at', 'is', null)
    .where('g.sizes', 'like', `%"${size}"%`)
    .$if(galleryId !== undefined, (query) => query.where('g.id', '=', galleryId ?? ''))
    .$if(photoId !== undefined, (query) => query.where('i.photo_id', '=', photoId ?? ''))
    .where('i.hidden_at', 'is', null)
    .where('i.removed_at', 'is', null)
    .where('p.state', '<>', 'failed')
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

export async function selectMadeSizes(db: Db, photoId: string): Promise<DeliverySize[]> {
  const rows = await db.selectFrom('delivery_files').select('size').where('photo_id', '=', photoId).execute()
  return rows.map(({ size }) => size)
}

export interface MadeFile {
  sha256: string
  format: string
  size: DeliverySize
  bytes: number
}

const FILES_AT_ONCE = 1_000

const madeFiles = (db: Db) =>
  db
    .selectFrom('delivery_files as d')
    .innerJoin('photos as p', 'p.id', 'd.photo_id')
    .where('d.size', '<>', 'original')

/** Files that were made of photos whose SHA-256 begins with `hex`, by it and by size, some at a time. */
export async function* selectMadeFiles(db: Db, hex: string): AsyncGenerator<MadeFile[]> {
  for (let after: MadeFile | undefined; ; ) {
    const rows = await madeFiles(db)
      .select(['p.sha256', 'p.format', 'd.size', 'd.bytes'])
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

/** What is known of a file is what was stored last. */
export async function upsertFiles(db: Db, files: NewRow<'delivery_files'>[]): Promise<void> {
  await db
    .insertInto('delivery_files')
    .values(files)
    .onConflict((conflict) =>
      conflict.columns(['photo_id', 'size']).doUpdateSet((e) => ({
        bytes: e.ref('excluded.bytes'),
        crc32: e.ref('excluded.crc32'),
        sha256: e.ref('excluded.sha256'),
        width: e.ref('excluded.width'),
        height: e.ref('excluded.height'),
        created_at: e.ref('excluded.created_at'),
      })),
    )
    .execute()
}

/** The file is not what its row says: it has to be made again. */
export async function deleteFile(db: Db, photoId: string, size: DeliverySize): Promise<void> {
  await db.deleteFrom('delivery_files').where('photo_id', '=', photoId).where('size', '=', size).execute()
}

export const selectTitle = (db: Db, galleryId: string): Promise<{ title: string } | undefined> =>
  db
    .selectFrom('galleries')
    .select('title')
    .where('id', '=', galleryId)
    .where('kind', '=', 'client')
    .executeTakeFirst()
