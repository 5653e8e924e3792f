import { newId } from '~/platform/ids.server'
import { makeClientGallery, shareWith } from './client-gallery'
import type { Site } from './site'
import { inDatabaseOf } from './site-database'

/** A client gallery of a running site with pictures, in which somebody has begun a list. */
export async function makeChosenGallery(site: Site): Promise<{ gallery: string; list: string }> {
  const { gallery } = await makeClientGallery(site)
  const { share } = await shareWith(site, gallery.id)
  const list = newId()
  await inDatabaseOf(site, (db) =>
    db
      .insertInto('favorite_lists')
      .values({
        ...{ id: list, gallery_id: gallery.id, share_id: share.id, purpose: 'Album' },
        ...{ pick_limit: null, sent_off_at: null, created_at: 0 },
      })
      .execute(),
  )
  return { gallery: gallery.id, list }
}
