import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'
import type { PhotoView } from './model'
import type { CheckPoint } from './safety-report'

export type PhotoRow = Row<'photos'>
export type RenditionRow = Row<'renditions'>

export const findPhoto = (db: Db, id: string): Promise<PhotoRow | undefined> =>
  db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirst()

export const findPhotoByContent = (db: Db, sha256: string): Promise<PhotoRow | undefined> =>
  db.selectFrom('photos').selectAll().where('sha256', '=', sha256).executeTakeFirst()

/** @returns false if the slug or the content exists already */
export async function insertPhoto(db: Db, row: PhotoRow): Promise<boolean> {
  const inserted = await db
    .insertInto('photos')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function setPhotoState(
  db: Db,
  id: string,
  state: PhotoRow['state'],
  failure: string | null = null,
): Promise<void> {
  await db.updateTable('photos').set({ state, failure }).where('id', '=', id).execute()
}

export const hasProcessing = async (db: Db, ids: readonly string[]): Promise<boolean> =>
  ids.length > 0 &&
  (await db
    .selectFrom('photos')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'processing')
    .executeTakeFirst()) !== undefined

/** Existing rows stay unchanged. */
export async function insertRenditions(db: Db, rows: RenditionRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('renditions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Widths of which both formats exist, ascending. */
export async function madeWidths(db: Db, photoId: string): Promise<number[]> {
  return (await widthsOf(db, [photoId])).get(photoId) ?? []
}

export const selectRenditions = (db: Db, photoId: string): Promise<RenditionRow[]> =>
  db
    .selectFrom('renditions')
    .selectAll()
    .where('photo_id', '=', photoId)
    .orderBy('width')
    .orderBy('format')
    .execute()

export async function findRenditionRow(
  db: Db,
  media: string,
  width: number,
  format: RenditionRow['format'],
): Promise<{ bytes: number; sha256: string; isPublished: boolean } | undefined> {
  const row = await db
    .selectFrom('renditions')
    .innerJoin('photos', 'photos.id', 'renditions.photo_id')
    .select(['renditions.bytes', 'renditions.sha256', 'photos.published_at'])
    .where('photos.media_hash', '=', media)
    .where('renditions.width', '=', width)
    .where('renditions.format', '=', format)
    .executeTakeFirst()
  return row && { bytes: row.bytes, sha256: row.sha256, isPublished: row.published_at !== null }
}

/** Published photos keep their date. */
export async function publishPhotos(db: Db, ids: readonly string[], at: number): Promise<void> {
  for (const some of inParts(ids))
    await db
      .updateTable('photos')
      .set({ published_at: at })
      .where('id', 'in', some)
      .where('published_at', 'is', null)
      .execute()
}

/** Unpublishes photos, for everyone but the studio. */
export async function withdrawPhotos(db: Db, ids: readonly string[]): Promise<void> {
  for (const some of inParts(ids))
    await db
      .updateTable('photos')
      .set({ published_at: null })
      .where('id', 'in', some)
      .where('published_at', 'is not', null)
      .execute()
}

/** @returns the photos whose value changed */
export async function setNoRecognizablePeople(
  db: Db,
  ids: readonly string[],
  noRecognizablePeople: boolean,
): Promise<{ id: string; title: string; isPublished: boolean }[]> {
  const changed: { id: string; title: string; isPublished: boolean }[] = []
  for (const some of inParts(ids)) {
    const rows = await db
      .updateTable('photos')
      .set({ no_recognizable_people: noRecognizablePeople ? 1 : 0 })
      .where('id', 'in', some)
      .where('no_recognizable_people', '=', noRecognizablePeople ? 0 : 1)
      .returning(['id', 'title', 'published_at'])
      .execute()
    changed.push(
      ...rows.map(({ id, title, published_at }) => ({ id, title, isPublished: published_at !== null })),
    )
  }
  return changed
}

/** Returns only published photos, unless a page that checks access requests private ones. */
export async function photoViews(
  db: Db,
  by: 'id' | 'slug',
  values: readonly string[],
  { withPrivate = false } = {},
): Promise<PhotoView[]> {
  const wanted = [...new Set(values)]
  const views: PhotoView[] = []
  for (const some of inParts(wanted)) {
    const rows = await db
      .selectFrom('photos')
      .selectAll()
      .where(by, 'in', some)
      .$if(!withPrivate, (query) => query.where('published_at', 'is not', null))
      .execute()
    views.push(...(await viewsOf(db, rows)))
  }
  return views
}

/** Views of these photos, in the same order. */
export async function viewsOf(db: Db, rows: PhotoRow[]): Promise<PhotoView[]> {
  const widths = await widthsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toView(row, widths.get(row.id) ?? []))
}

async function widthsOf(db: Db, photoIds: string[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  if (photoIds.length === 0) return found
  const rows = await db
    .selectFrom('renditions')
    .select(['photo_id', 'width'])
    .where('photo_id', 'in', photoIds)
    .groupBy(['photo_id', 'width'])
    .having((e) => e.fn.countAll(), '=', 2)
    .orderBy('width')
    .execute()
  for (const { photo_id, width } of rows) found.set(photo_id, [...(found.get(photo_id) ?? []), width])
  return found
}

/** Width of the narrowest JPEG of each photo that has one. */
export async function thumbWidths(db: Db, photoIds: string[]): Promise<Map<string, number>> {
  if (photoIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('renditions')
    .select((e) => ['photo_id', e.fn.min('width').as('width')])
    .where('photo_id', 'in', photoIds)
    .where('format', '=', 'jpg')
    .groupBy('photo_id')
    .execute()
  return new Map(rows.map(({ photo_id, width }) => [photo_id, width]))
}

const toView = (row: PhotoRow, widths: number[]): PhotoView => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  alt: row.alt,
  width: row.width,
  height: row.height,
  tone: row.tone,
  placeholder: row.placeholder,
  focal: { x: row.focal_x, y: row.focal_y },
  media: `/media/${row.media_hash}`,
  widths,
  exposure: row.exposure,
  creator: row.creator,
  copyright: row.copyright,
})

/** Sorts after all hashes with this prefix, since they are lowercase hexadecimal. */
const endOf = (hex: string): string => `${hex}g`

const FILES_AT_ONCE = 1_000
const PHOTOS_AT_ONCE = 500

/** The files of clients' photos that the library doesn't have too, each once. */
const clientOriginals = (db: Db) =>
  db
    .selectFrom('client_photos as c')
    .select(['c.sha256', 'c.format', 'c.bytes'])
    .distinct()
    .where((e) =>
      e.not(e.exists(e.selectFrom('photos as p').select('p.id').whereRef('p.sha256', '=', 'c.sha256'))),
    )

/** Originals whose SHA-256 begins with `hex`, sorted and in batches. */
export async function* selectOriginals(
  db: Db,
  hex: string,
): AsyncGenerator<Pick<PhotoRow, 'sha256' | 'format' | 'bytes'>[]> {
  for (let after = hex, isFirst = true; ; isFirst = false) {
    const rows = await db
      .selectFrom('photos')
      .select(['sha256', 'format', 'bytes'])
      .where('sha256', isFirst ? '>=' : '>', after)
      .where('sha256', '<', endOf(hex))
      .unionAll(
        clientOriginals(db)
          .where('sha256', isFirst ? '>=' : '>', after)
          .where('sha256', '<', endOf(hex)),
      )
      .orderBy('sha256')
      .limit(FILES_AT_ONCE)
      .execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < FILES_AT_ONCE) return
    after = last.sha256
  }
}

/** Renditions of photos whose media hash begins with `hex`, in batches of photos. */
export async function* selectRenditionsByMedia(
  db: Db,
  hex: string,
): AsyncGenerator<({ media: string } & Pick<RenditionRow, 'width' | 'format' | 'bytes' | 'sha256'>)[]> {
  for (let after = hex, isFirst = true; ; isFirst = false) {
    const photos = await db
      .selectFrom('photos')
      .select(['id', 'media_hash'])
      .where('media_hash', isFirst ? '>=' : '>', after)
      .where('media_hash', '<', endOf(hex))
      .orderBy('media_hash')
      .limit(PHOTOS_AT_ONCE)
      .execute()
    const last = photos.at(-1)
    if (!last) return
    yield await db
      .selectFrom('renditions as r')
      .innerJoin('photos as p', 'p.id', 'r.photo_id')
      .select(['p.media_hash as media', 'r.width', 'r.format', 'r.bytes', 'r.sha256'])
      .where(
        'r.photo_id',
        'in',
        photos.map(({ id }) => id),
      )
      .execute()
    if (photos.length < PHOTOS_AT_ONCE) return
    after = last.media_hash
  }
}

export async function selectMediaHashes(db: Db, hex: string): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select('media_hash')
    .where('media_hash', '>=', hex)
    .where('media_hash', '<', endOf(hex))
    .orderBy('media_hash')
    .execute()
  return rows.map(({ media_hash }) => media_hash)
}

export const findPhotoByMedia = (db: Db, media: string): Promise<PhotoRow | undefined> =>
  db.selectFrom('photos').selectAll().where('media_hash', '=', media).executeTakeFirst()

export async function countOriginals(db: Db): Promise<number> {
  const { photos, others } = await db
    .selectNoFrom((e) => [
      e
        .selectFrom('photos')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('photos'),
      e
        .selectFrom(clientOriginals(db).as('o'))
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('others'),
    ])
    .executeTakeFirstOrThrow()
  return Number(photos) + Number(others)
}

export async function deleteRendition(
  db: Db,
  { photo_id, width, format }: Pick<RenditionRow, 'photo_id' | 'width' | 'format'>,
): Promise<void> {
  await db
    .deleteFrom('renditions')
    .where('photo_id', '=', photo_id)
    .where('width', '=', width)
    .where('format', '=', format)
    .execute()
}

export async function deleteRenditions(db: Db, photoId: string): Promise<void> {
  await db.deleteFrom('renditions').where('photo_id', '=', photoId).execute()
}

export async function setMediaHash(db: Db, id: string, media_hash: string): Promise<void> {
  await db.updateTable('photos').set({ media_hash }).where('id', '=', id).execute()
}

/** All ready photos, in batches by id. */
export async function* selectMediaPages(
  db: Db,
): AsyncGenerator<Pick<PhotoRow, 'id' | 'sha256' | 'media_hash'>[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('photos')
      .select(['id', 'sha256', 'media_hash'])
      .where('state', '=', 'ready')
      .where('id', '>', after)
      .orderBy('id')
      .limit(FILES_AT_ONCE)
      .execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < FILES_AT_ONCE) return
    after = last.id
  }
}

export const selectCheck = (db: Db, photoId: string): Promise<Row<'photo_checks'> | undefined> =>
  db.selectFrom('photo_checks').selectAll().where('photo_id', '=', photoId).executeTakeFirst()

/** Keeps the previous result until the check has run. */
export async function upsertRequest(db: Db, photoId: string, at: number): Promise<void> {
  await db
    .insertInto('photo_checks')
    .values({ photo_id: photoId, requested_at: at, at: null, points: '[]' })
    .onConflict((conflict) => conflict.column('photo_id').doUpdateSet({ requested_at: at }))
    .execute()
}

export async function upsertOutcome(
  db: Db,
  photoId: string,
  at: number,
  points: CheckPoint[],
): Promise<void> {
  const found = { at, points: JSON.stringify(points) }
  await db
    .insertInto('photo_checks')
    .values({ photo_id: photoId, requested_at: at, ...found })
    .onConflict((conflict) => conflict.column('photo_id').doUpdateSet(found))
    .execute()
}

interface Searched {
  title: string
  original_name: string
  slug: string
  alt: string
  camera: string | null
}

/** Search texts of a photo, most important first, since the number of terms is limited. */
export const searchTexts = (photo: Searched): (string | null)[] => [
  photo.title,
  photo.original_name,
  photo.slug,
  photo.alt,
  photo.camera,
]
