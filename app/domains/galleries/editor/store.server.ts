import { sql } from 'kysely'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { NewRow, Row } from '~/platform/db/schema'
import { matches, type Search } from '~/platform/db/search-terms.server'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import type { GalleryState } from '../model'
import type { Place } from './arrangement'
import type { GalleryKind } from './model'

/** Rows per statement. With three values each, far below SQLite's limit of 32,766. */
const ROWS_AT_ONCE = 2_000

/** Reads a gallery and locks it until the transaction ends. */
export const lockGallery = (tx: Tx, id: string): Promise<Row<'galleries'> | undefined> =>
  lockRows(tx, tx.selectFrom('galleries').selectAll().where('id', '=', id)).executeTakeFirst()

export interface StoredPlace extends Place {
  position: number
  isText: boolean
  /** The camera’s wall time, YYYY-MM-DDTHH:MM:SS; null: unknown. */
  takenAt: string | null
  fileName: string
}

/** All items of a gallery in order: those without a set, then by set. */
export async function selectPlaces(db: Db, galleryId: string): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('gallery_items as i')
    .leftJoin('gallery_sets as s', 's.id', 'i.set_id')
    .leftJoin('photos as p', 'p.id', 'i.photo_id')
    .select(['i.id', 'i.set_id', 'i.position', 'i.photo_id', 'i.file_name', 'p.captured_at'])
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .orderBy((e) => e.fn.coalesce('s.position', sql.lit(-1)))
    .orderBy('i.set_id')
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    setId: row.set_id,
    position: row.position,
    isText: row.photo_id === null,
    takenAt: row.captured_at,
    fileName: row.file_name,
  }))
}

/** Writes positions, with many rows per statement. */
export async function writePlaces(db: Db, places: (Place & { position: number })[]): Promise<void> {
  for (const some of inParts(places, ROWS_AT_ONCE)) {
    const rows = some.map(({ id, setId, position }) => sql`(${id}, ${setId}, ${position})`)
    await sql`
      with places (id, set_id, position) as (values ${sql.join(rows)})
      update gallery_items set set_id = cast(places.set_id as text), position = cast(places.position as integer)
      from places where gallery_items.id = places.id`.execute(db)
  }
}

export const selectSets = (db: Db, galleryId: string): Promise<Row<'gallery_sets'>[]> =>
  db
    .selectFrom('gallery_sets')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** @returns undefined if another set has this title */
export async function insertSet(
  db: Db,
  set: Pick<Row<'gallery_sets'>, 'gallery_id' | 'title' | 'position'>,
): Promise<string | undefined> {
  const row = await db
    .insertInto('gallery_sets')
    .values({ id: newId(), ...set })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateSet(
  db: Db,
  id: string,
  set: Partial<Pick<Row<'gallery_sets'>, 'title' | 'position'>>,
): Promise<void> {
  await db.updateTable('gallery_sets').set(set).where('id', '=', id).execute()
}

/** Deletes a set. Its photos remain without a set. */
export async function deleteSet(db: Db, id: string): Promise<void> {
  await db.updateTable('gallery_items').set({ set_id: null }).where('set_id', '=', id).execute()
  await db.deleteFrom('gallery_sets').where('id', '=', id).execute()
}

type Undo = Row<'gallery_undos'>

export async function insertUndo(db: Db, undo: Omit<Undo, 'id'>): Promise<string> {
  const id = newId()
  await db
    .insertInto('gallery_undos')
    .values({ id, ...undo })
    .execute()
  return id
}

export const selectUndo = (
  db: Db,
  { galleryId, id }: { galleryId: string; id: string },
): Promise<Undo | undefined> =>
  db
    .selectFrom('gallery_undos')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The last change of the order, if it can be undone. */
export const selectLastArrangement = (db: Db, galleryId: string): Promise<Undo | undefined> =>
  db
    .selectFrom('gallery_undos')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .where('kind', '=', 'arranged')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function deleteUndo(db: Db, id: string): Promise<void> {
  await db.deleteFrom('gallery_undos').where('id', '=', id).execute()
}

export type GalleryRow = Row<'galleries'>

export const selectGallery = (db: Db, id: string): Promise<GalleryRow | undefined> =>
  db.selectFrom('galleries').selectAll().where('id', '=', id).executeTakeFirst()

/** @returns whether the slug was free */
export async function insertGallery(db: Db, row: NewRow<'galleries'>): Promise<boolean> {
  const made = await db
    .insertInto('galleries')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** @returns false if the version has changed; nothing is written then */
export const updateGallery = (
  db: Db,
  seen: Seen,
  set: Partial<Omit<GalleryRow, 'id' | 'version'>>,
): Promise<boolean> => updateSeen(db, 'galleries', seen, set)

/** @param id a gallery that may have it */
export async function isSlugFree(db: Db, slug: string, id: string): Promise<boolean> {
  const other = db.selectFrom('galleries').select('id').where('slug', '=', slug).where('id', '<>', id)
  return (await other.executeTakeFirst()) === undefined
}

export async function deleteGallery(db: Db, id: string): Promise<void> {
  await db.deleteFrom('galleries').where('id', '=', id).execute()
}

export async function nextPosition(db: Db): Promise<number> {
  const last = await db
    .selectFrom('galleries')
    .select((e) => e.fn.max('position').as('position'))
    .executeTakeFirst()
  return Number(last?.position ?? 0) + 1
}

/** Galleries of a kind in the site’s order. */
export const selectOrder = (db: Db, kind: GalleryKind): Promise<{ id: string; position: number }[]> =>
  db
    .selectFrom('galleries')
    .select(['id', 'position'])
    .where('kind', '=', kind)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

export async function setPosition(db: Db, id: string, position: number): Promise<void> {
  await db.updateTable('galleries').set({ position }).where('id', '=', id).execute()
}

/** Counts of what would be deleted with a gallery. */
export async function countDependents(db: Db, galleryId: string): Promise<Record<string, number>> {
  const count = (
    table: 'gallery_sets' | 'gallery_shares' | 'favorite_lists' | 'photo_comments' | 'downloads' | 'releases',
  ) =>
    db
      .selectFrom(table)
      .select(sql<number>`count(*)`.as('count'))
      .where('gallery_id', '=', galleryId)
      .executeTakeFirstOrThrow()
      .then((row) => Number(row.count))
  return {
    sets: await count('gallery_sets'),
    shares: await count('gallery_shares'),
    lists: await count('favorite_lists'),
    comments: await count('photo_comments'),
    downloads: await count('downloads'),
    releases: await count('releases'),
    withdrawals: await countWithdrawals(db, galleryId),
  }
}

async function countWithdrawals(db: Db, galleryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('releases')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('gallery_id', '=', galleryId)
    .where('covers', '=', 'gallery')
    .where('withdrawn_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface GalleryQuery {
  kind: GalleryKind | null
  state: GalleryState | null
  search: Search
  before: string | null
  limit: number
}

/** Newest first. */
export const galleryQuery = (db: Db, { kind, state, search, before, limit }: GalleryQuery) =>
  db
    .selectFrom('galleries')
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? 'client'))
    .$if(state === 'archived', (query) => query.where('archived_at', 'is not', null))
    .$if(state !== null && state !== 'archived', (query) => query.where('archived_at', 'is', null))
    .$if(state === 'draft', (query) => query.where('published_at', 'is', null))
    .$if(state === 'published', (query) =>
      query.where('published_at', 'is not', null).where('expired_at', 'is', null),
    )
    .$if(state === 'expired', (query) =>
      query.where('published_at', 'is not', null).where('expired_at', 'is not', null),
    )
    .$if(before !== null, (query) => query.where('galleries.id', '<', before))
    .$if(search !== null, (query) => query.where(matches(db, search, 'galleries.id')))
    .orderBy('galleries.id', 'desc')
    .limit(limit)

export const selectGalleries = (db: Db, query: GalleryQuery): Promise<Row<'galleries'>[]> =>
  galleryQuery(db, query).selectAll('galleries').execute()

/** Number of photos per gallery, whether visible or not. */
export async function countPhotos(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('gallery_items')
    .select(['gallery_id', (e) => e.fn.countAll<number>().as('count')])
    .where('gallery_id', 'in', ids)
    .where('photo_id', 'is not', null)
    .where('removed_at', 'is', null)
    .groupBy('gallery_id')
    .execute()
  return new Map(rows.map(({ gallery_id, count }) => [gallery_id, Number(count)]))
}

/** The first photo of each gallery, for those without a cover. */
export async function selectFirstPhotos(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('galleries as g')
    .select((e) => [
      'g.id',
      e
        .selectFrom('gallery_items as i')
        .select('i.photo_id')
        .whereRef('i.gallery_id', '=', 'g.id')
        .where('i.photo_id', 'is not', null)
        .where('i.removed_at', 'is', null)
        .orderBy('i.position')
        .limit(1)
        .as('photoId'),
    ])
    .where('g.id', 'in', ids)
    .execute()
  return new Map(rows.flatMap(({ id, photoId }) => (photoId === null ? [] : [[id, photoId] as const])))
}
