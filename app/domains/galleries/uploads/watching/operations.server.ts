import type { Actor, Person } from '~/platform/auth/actor'
import type { Db } from '~/platform/db/database.server'
import type { UploadProgress } from '../model'
import { endsUploadsOf } from '../operations.server'
import {
  countArrived,
  countByState,
  deleteRefused,
  selectGallery,
  selectRefused,
  selectUnfinished,
} from '../store.server'

/** How far the photographs of a gallery are, for someone who looks; undefined when there is no such gallery. */
export async function watchUploads(
  { db, actor }: { db: Db; actor: Actor },
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
  const whose = actor.kind === 'person' ? endsUploadsOf(actor) : ''
  const shown = <Upload extends { byUser: string }>({ byUser, ...upload }: Upload) => ({
    ...upload,
    mayEnd: whose === null || whose === byUser,
  })
  return {
    ...{ total: ready + processing + failed, developed: ready, failed, arrived },
    ...{ unfinished: unfinished.map(shown), refused: refused.map(shown) },
  }
}

/** Takes the notes of refused files away, once they are read. */
export const forgetRefused = (
  { db, author }: { db: Db; author: Pick<Person, 'uid' | 'role'> },
  galleryId: string,
): Promise<void> => deleteRefused(db, { galleryId, by: endsUploadsOf(author) })
