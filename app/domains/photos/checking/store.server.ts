import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { RenditionRow } from '../store.server'
import type { CheckPoint } from './model'

export const selectCheck = (db: Db, photoId: string): Promise<Row<'photo_checks'> | undefined> =>
  db.selectFrom('photo_checks').selectAll().where('photo_id', '=', photoId).executeTakeFirst()

/** What was found before stays until there is something newer. */
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

export const selectRenditions = (db: Db, photoId: string): Promise<RenditionRow[]> =>
  db
    .selectFrom('renditions')
    .selectAll()
    .where('photo_id', '=', photoId)
    .orderBy('width')
    .orderBy('format')
    .execute()
