import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { pinCookie, shareCookie } from '~/domains/galleries/access/model'
import { sealPin, shareTokenOf } from '~/domains/galleries/access/operations.server'
import { originalKey, renditionKey } from '~/domains/photos/stored-files'
import type { Row } from '~/platform/db/schema'
import { newId, sha256 } from '~/platform/ids.server'
import { sealToken } from '~/platform/sealed-token.server'
import { makeGallery, makeGalleryItem, makePhoto, makeRendition, makeShare } from './factories'
import type { Site } from './site'
import { secretOf } from './site'
import { inDatabaseOf } from './site-database'

/** Adds a published gallery with renditions to a running site (on SQLite), in one set. */
export async function makeClientGallery(site: Site, given: Partial<Row<'galleries'>> = {}, count = 3) {
  const picture = await sharp({ create: { width: 480, height: 320, channels: 3, background: '#a56' } })
    .jpeg()
    .toBuffer()
  return await inDatabaseOf(site, async (db) => {
    const gallery = await makeGallery(db, {
      kind: 'client',
      title: 'Whitfield & Cole',
      sizes: '["web"]',
      ...given,
    })
    const set = { id: newId(), gallery_id: gallery.id, title: 'The ceremony', position: 0 }
    await db.insertInto('gallery_sets').values(set).execute()
    const items: Row<'gallery_items'>[] = []
    for (let position = 0; position < count; position++) {
      const photo = await makePhoto(db, { published_at: null, media_hash: sha256(newId()).slice(0, 20) })
      for (const format of ['avif', 'jpg'] as const) {
        const stored = { photo_id: photo.id, format, bytes: picture.length, sha256: sha256(picture) }
        await makeRendition(db, stored)
        const file = join(site.dataDir, 'photos', renditionKey(photo.media_hash, 480, format))
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, picture)
      }
      items.push(
        await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id, set_id: set.id, position }),
      )
    }
    return { gallery, set, items }
  })
}

/** Stores a file as the original of an item's photo, instead of the one that is missing. */
export async function giveOriginal(site: Site, itemId: string, jpeg: Buffer): Promise<void> {
  const original = { sha256: sha256(jpeg), format: 'jpeg' }
  const file = join(site.dataDir, 'photos', originalKey(original))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, jpeg)
  await inDatabaseOf(site, (db) =>
    db
      .updateTable('photos')
      .set({ ...original, bytes: jpeg.length })
      .where('id', '=', (e) => e.selectFrom('gallery_items').select('photo_id').where('id', '=', itemId))
      .execute(),
  )
}

/** Shares a gallery with a client. @returns their link and their browser's cookie */
export async function shareWith(site: Site, galleryId: string, given: Partial<Row<'gallery_shares'>> = {}) {
  const share = await inDatabaseOf(site, (db) => makeShare(db, { gallery_id: galleryId, ...given }))
  const config = { secret: secretOf(site) }
  const token = shareTokenOf({ config }, { id: share.id, tokenVersion: share.token_version })
  return { share, token, link: `/g/${token}`, cookie: `${shareCookie(galleryId).name}=${token}` }
}

export const sealedPin = (site: Site, pin: string): string =>
  sealPin({ config: { secret: secretOf(site) } }, pin)

/** The cookie of a correct PIN for another gallery. */
export const foreignPin = (site: Site, galleryId: string, shareId: string, version: number): string =>
  `${pinCookie(galleryId).name}=${sealToken(secretOf(site), 'another purpose', { id: shareId, version })}`
