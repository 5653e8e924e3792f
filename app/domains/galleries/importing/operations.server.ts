import { publishPhotos } from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { appendPhotos, findGallery, insertEmptyGallery } from './store.server'

/**
 * Puts photographs at the end of a gallery; those that stand in it keep their places.
 * A gallery that does not exist is made, public and published, with its slug for a title. What is put into a client’s
 * gallery stays private.
 * @returns how many were added
 */
export function addPhotosToGallery(
  { db, clock }: { db: Db; clock: Clock },
  { gallery, photoIds }: { gallery: string; photoIds: readonly string[] },
): Promise<number> {
  return transact(db, async (tx) => {
    const title = titleFromSlug(gallery)
    await insertEmptyGallery(tx, { slug: gallery, title, category: title }, clock.now())
    const found = await findGallery(tx, gallery)
    if (!found) throw new Error(`The gallery ${gallery} cannot be made.`)
    if (found.kind !== 'client') await publishPhotos({ db: tx, clock }, photoIds)
    return photoIds.length === 0 ? 0 : await appendPhotos(tx, found.id, photoIds)
  })
}

const titleFromSlug = (slug: string): string =>
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')
