import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { appendPhotos, findGalleryId, insertEmptyGallery } from './store.server'

/**
 * Puts photographs at the end of a gallery; those that stand in it keep their places.
 * A gallery that does not exist is made, public and published, with its slug for a title.
 * @returns how many were added
 */
export function addPhotosToGallery(
  { db, clock }: { db: Db; clock: Clock },
  { gallery, photoIds }: { gallery: string; photoIds: readonly string[] },
): Promise<number> {
  return transact(db, async (tx) => {
    const title = titleFromSlug(gallery)
    await insertEmptyGallery(tx, { slug: gallery, title, category: title }, clock.now())
    const galleryId = await findGalleryId(tx, gallery)
    if (!galleryId) throw new Error(`The gallery ${gallery} cannot be made.`)
    return photoIds.length === 0 ? 0 : await appendPhotos(tx, galleryId, photoIds)
  })
}

const titleFromSlug = (slug: string): string =>
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')
