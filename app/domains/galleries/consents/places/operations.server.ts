import { unpublishPhotos } from '~/domains/photos/operations.server'
import type { Tx } from '~/platform/db/database.server'
import type { RefusedPhoto } from '../permitting'
import { holdRegister, mayPublish } from '../publishing/operations.server'
import { selectPublicPhotos } from '../publishing/store.server'

/**
 * Ends a gallery with its register by `remove`, in its transaction. What is public because somebody agreed to it there,
 * and is agreed to nowhere else, comes off the site.
 * @returns what came off
 */
export async function removeWithConsents(
  tx: Tx,
  galleryId: string,
  remove: () => Promise<void>,
): Promise<RefusedPhoto[]> {
  await holdRegister(tx, galleryId)
  const photoIds = await selectPublicPhotos(tx, galleryId)
  const before = new Set((await mayPublish({ db: tx }, { photoIds })).map(({ photoId }) => photoId))
  await remove()
  const refused = (await mayPublish({ db: tx }, { photoIds })).filter(({ photoId }) => !before.has(photoId))
  await unpublishPhotos(
    { db: tx },
    refused.map(({ photoId }) => photoId),
  )
  return refused
}
