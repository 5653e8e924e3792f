import type { Db } from '~/platform/db/database.server'
import type { UploadProgress } from '../model'
import {
  countArrived,
  countByState,
  deleteRefused,
  selectGallery,
  selectRefused,
  selectUnfinished,
} from '../store.server'

/** How far the photographs of a gallery are; undefined when there is no such gallery. */
export async function watchUploads(
  { db }: { db: Db },
  galleryId: string,
): Promise<UploadProgress | undefined> {
  if (!(await selectGallery(db, galleryId))) return undefined
  const [states, arrived, unfinished, refused] = await Promise.all([
    countByState(db, galleryId),
    countArrived(db, galleryId),
    selectUnfinished(db, galleryId),
    selectRefused(db, galleryId),
  ])
  const { ready = 0, processing = 0, failed = 0 } = states
  return { total: ready + processing + failed, developed: ready, failed, arrived, unfinished, refused }
}

/** Takes the notes of refused files away, once they are read. */
export const forgetRefused = ({ db }: { db: Db }, galleryId: string): Promise<void> =>
  deleteRefused(db, galleryId)
