import { libraryEntries } from '~/domains/photos/library/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { UploadProgress } from '../model'
import {
  countArrived,
  countByState,
  deleteRefused,
  selectGallery,
  selectNewest,
  selectRefused,
  selectUnfinished,
} from '../store.server'

const NEWEST = 60

/** How far the photographs of a gallery are; undefined when there is no such gallery. */
export async function watchUploads(
  { db, clock }: { db: Db; clock: Clock },
  galleryId: string,
): Promise<{ gallery: { id: string; title: string }; progress: UploadProgress } | undefined> {
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return undefined
  const [states, arrived, unfinished, refused, newest] = await Promise.all([
    countByState(db, galleryId),
    countArrived(db, galleryId),
    selectUnfinished(db, galleryId),
    selectRefused(db, galleryId),
    selectNewest(db, galleryId, NEWEST),
  ])
  const entries = await libraryEntries(
    { db, clock },
    newest.flatMap(({ photoId }) => photoId ?? []),
  )
  const { ready = 0, processing = 0, failed = 0 } = states
  return {
    gallery: { id: gallery.id, title: gallery.title },
    progress: {
      total: ready + processing + failed,
      developed: ready,
      failed,
      arrived,
      unfinished,
      refused,
      newest: newest.flatMap(({ photoId, fileName, set }) => {
        const entry = entries.find(({ photo }) => photo.id === photoId)
        return entry ? { photo: entry.photo, fileName, set } : []
      }),
    },
  }
}

/** Takes the notes of refused files away, once they are read. */
export const forgetRefused = ({ db }: { db: Db }, galleryId: string): Promise<void> =>
  deleteRefused(db, galleryId)
