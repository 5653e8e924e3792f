import { sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import { lockRows } from '~/platform/db/row-locks.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { Place } from './arrangement'

/** Rows of one statement: three values each, far below what SQLite binds (32,766). */
const ROWS_AT_ONCE = 2_000

/** The gallery, of which nobody else changes anything before this transaction ends. */
export const lockGallery = (tx: Tx, id: string): Promise<Row<'galleries'> | undefined> =>
  lockRows(tx, tx.selectFrom('galleries').selectAll().where('id', '=', id)).executeTakeFirst()

export interface StoredPlace extends Place {
  position: number
  isText: boolean
  /** The camera’s wall time; null: unknown. */
  takenAt: string | null
  fileName: string
}

/** Everything that stands in a gallery, in its order: what is in no set first, then set after set. */
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

/** Writes where these stand, thousands in a statement. */
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

/** @returns undefined when a set is called that already */
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

/** Its photographs stay, in no set. */
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

/** What was arranged last and can be taken back. */
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
