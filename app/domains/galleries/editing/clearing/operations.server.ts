import type { Db, Tx } from '~/platform/db/database.server'
import { leaveRegister } from '../../consents/places/operations.server'
import { REMOVED_DAYS } from '../model'
import { deleteRemoved, deleteUndosBefore, isHeld, type RemovedItem, removedQuery } from './store.server'

const DAY_MS = 86_400_000
const AT_ONCE = 200

/** Frames that were removed so long ago that nobody puts them back, the oldest first, some at a time. */
export async function* listClearable({ db }: { db: Db }, now: number): AsyncIterable<RemovedItem> {
  let after: RemovedItem | null = null
  do {
    const before = now - REMOVED_DAYS * DAY_MS
    const items: RemovedItem[] = await removedQuery(db, { before, after, limit: AT_ONCE }).execute()
    yield* items
    after = items.at(-1) ?? null
  } while (after)
}

/** @returns the photograph that may be used nowhere now; null: it still stands in a gallery, or was put back */
export async function clearRemoved(tx: Tx, item: RemovedItem): Promise<string | null> {
  if (item.photoId !== null && item.isUnderRegister)
    await leaveRegister(tx, { galleryId: item.galleryId, photoId: item.photoId })
  if (!(await deleteRemoved(tx, item.id)) || item.photoId === null) return null
  return (await isHeld(tx, item.photoId)) ? null : item.photoId
}

/** What was arranged or removed that long ago can be taken back no more. */
export const clearUndos = ({ db }: { db: Db }, now: number): Promise<void> =>
  deleteUndosBefore(db, now - REMOVED_DAYS * DAY_MS)
