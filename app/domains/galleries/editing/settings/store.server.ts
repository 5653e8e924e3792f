import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import type { GalleryKind } from '../model'

export type GalleryRow = Row<'galleries'>

export const selectGallery = (db: Db, id: string): Promise<GalleryRow | undefined> =>
  db.selectFrom('galleries').selectAll().where('id', '=', id).executeTakeFirst()

/** @returns whether its slug was free */
export async function insertGallery(db: Db, row: NewRow<'galleries'>): Promise<boolean> {
  const made = await db
    .insertInto('galleries')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** @returns false when the gallery is no longer of that version, and nothing is written */
export async function updateGallery(
  db: Db,
  { id, version }: { id: string; version: number },
  set: Partial<Omit<GalleryRow, 'id' | 'version'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('galleries')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

/** Those of a kind in the site’s order. */
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

/** What is kept beside a gallery, and goes with it. */
export async function countDependents(db: Db, galleryId: string): Promise<Record<string, number>> {
  const count = (
    table: 'gallery_sets' | 'gallery_shares' | 'favorite_lists' | 'photo_comments' | 'downloads' | 'consents',
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
    consents: await count('consents'),
    withdrawals: await countWithdrawals(db, galleryId),
  }
}

async function countWithdrawals(db: Db, galleryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('consents')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('gallery_id', '=', galleryId)
    .where('covers', '=', 'gallery')
    .where('withdrawn_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
