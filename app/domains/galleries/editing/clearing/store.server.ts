import type { Db } from '~/platform/db/database.server'

export interface RemovedItem {
  id: string
  photoId: string | null
}

export const removedQuery = (db: Db, { before, limit }: { before: number; limit: number }) =>
  db
    .selectFrom('gallery_items')
    .select(['id', 'photo_id as photoId'])
    .where('removed_at', 'is not', null)
    .where('removed_at', '<', before)
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
