import type { SqlBool } from 'kysely'
import type { Db } from '~/platform/db/database.server'

export interface RemovedItem {
  id: string
  galleryId: string
  photoId: string | null
  removedAt: number
  /** Somebody’s consent is on record in its gallery. */
  isUnderRegister: SqlBool
}

interface RemovedPage {
  before: number
  /** The last item of the page before; null for the first page. */
  after: Pick<RemovedItem, 'id' | 'removedAt'> | null
  limit: number
}

/** The oldest first. */
export const removedQuery = (db: Db, { before, after, limit }: RemovedPage) =>
  db
    .selectFrom('gallery_items')
    .select((e) => [
      'id',
      'gallery_id as galleryId',
      'photo_id as photoId',
      e.ref('removed_at').$notNull().as('removedAt'),
      e
        .exists(
          e
            .selectFrom('consents as c')
            .select('c.id')
            .whereRef('c.gallery_id', '=', 'gallery_items.gallery_id'),
        )
        .as('isUnderRegister'),
    ])
    .where('removed_at', 'is not', null)
    .where('removed_at', '<', before)
    .$if(after !== null, (query) =>
      query.where((e) =>
        e(e.refTuple('removed_at', 'id'), '>', e.tuple(after?.removedAt ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('removed_at')
    .orderBy('id')
    .limit(limit)

/** Unless somebody has put it back. @returns whether it is gone */
export async function deleteRemoved(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('gallery_items')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Also removed ones, which can be put back. */
export async function isHeld(db: Db, photoId: string): Promise<boolean> {
  const row = await db
    .selectFrom('gallery_items')
    .select('id')
    .where('photo_id', '=', photoId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteUndosBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('gallery_undos').where('created_at', '<', before).execute()
}
