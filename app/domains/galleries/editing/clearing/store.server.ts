import type { Db } from '~/platform/db/database.server'

export interface RemovedItem {
  id: string
  photoId: string | null
}

/** A photograph that the site shows elsewhere stays under the register of this gallery: who agreed here can withdraw. */
export const removedQuery = (db: Db, { before, limit }: { before: number; limit: number }) =>
  db
    .selectFrom('gallery_items')
    .select(['id', 'photo_id as photoId'])
    .where('removed_at', 'is not', null)
    .where('removed_at', '<', before)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('consents as c')
            .innerJoin('gallery_items as other', (join) =>
              join.onRef('other.photo_id', '=', 'gallery_items.photo_id'),
            )
            .innerJoin('photos as p', 'p.id', 'other.photo_id')
            .select('c.id')
            .whereRef('c.gallery_id', '=', 'gallery_items.gallery_id')
            .whereRef('other.id', '<>', 'gallery_items.id')
            .where('other.removed_at', 'is', null)
            .where('p.published_at', 'is not', null),
        ),
      ),
    )
    .orderBy('removed_at')
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
