import { shareCookie } from '~/domains/galleries/access/model'
import { sealPin, shareTokenOf } from '~/domains/galleries/access/operations.server'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { makeGallery, makeGalleryItem, makeShare } from './factories'
import type { Site } from './site'
import { secretOf } from './site'
import { inDatabaseOf } from './site-database'

export interface DeliveredGallery {
  id: string
  items: Row<'gallery_items'>[]
  /** A set with the first two photos. */
  set: string
  share: Row<'gallery_shares'>
  /** The cookie of a browser that opened the link. */
  cookie: string
}

/** Adds a published client gallery with demo photos, shared with one person. */
export function makeDeliveredGallery(
  site: Site,
  { photos = 5, ...given }: Partial<Row<'galleries'>> & { photos?: number } = {},
  shared: Partial<Row<'gallery_shares'>> = {},
): Promise<DeliveredGallery> {
  return inDatabaseOf(site, async (db) => {
    const gallery = await makeGallery(db, {
      kind: 'client',
      title: 'Whitfield & Cole',
      sizes: '["web","print","original"]',
      ...given,
      ...(given.pin ? { pin: sealPin({ config: { secret: secretOf(site) } }, given.pin) } : {}),
    })
    const set = newId()
    await db
      .insertInto('gallery_sets')
      .values({ id: set, gallery_id: gallery.id, title: 'Party', position: 1 })
      .execute()
    const items = await placePhotos(db, gallery.id, set, photos)
    const share = await makeShare(db, { gallery_id: gallery.id, ...shared })
    const cookie = cookieOf(site, share)
    return { id: gallery.id, items, set, share, cookie }
  })
}

export const cookieOf = (site: Site, share: Row<'gallery_shares'>): string =>
  `${shareCookie(share.gallery_id).name}=${shareTokenOf(
    { config: { secret: secretOf(site) } },
    { id: share.id, tokenVersion: share.token_version },
  )}`

async function placePhotos(db: Db, galleryId: string, set: string, count: number) {
  const photos = await db.selectFrom('photos').selectAll().orderBy('slug').limit(count).execute()
  return await Promise.all(
    photos.map((photo, i) =>
      makeGalleryItem(db, {
        gallery_id: galleryId,
        photo_id: photo.id,
        // Two names that differ only in case.
        file_name:
          i < 4 ? (['IMG_1.JPG', 'img_1.jpg', 'Zoë.jpg', 'IMG_1.jpg'][i] ?? '') : photo.original_name,
        set_id: i < 2 ? set : null,
      }),
    ),
  )
}
