import { readSettings } from '~/domains/content/operations.server'
import { type PhotoView, renditionFor } from '~/domains/photos/model'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { Storage } from '~/platform/storage/storage.server'
import type { GalleryHead } from '../access/model'
import { findLinked } from '../access/operations.server'
import { photoCount } from './client-gallery-words'
import type { ShareCardView } from './model'
import { readClientGalleryPage, readClientGalleryPicture } from './operations.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'siteUrl'>
}

/** Width in pixels that messengers recommend for a card's picture. */
const CARD_WIDTH = 1200

/**
 * What messengers show of a share link. Anyone with the link can open the gallery, so the card may show its title and
 * cover. A PIN protects both from people who have only the link. @returns undefined: revoked or forged
 */
export async function readShareCard(deps: Deps, token: string): Promise<ShareCardView | undefined> {
  const linked = await findLinked(deps, token)
  if (!linked) return undefined
  const { studio } = await readSettings(deps)
  const { gallery } = linked
  if (!isShown(linked))
    return {
      studioName: studio.name,
      title: 'A private gallery',
      sentence: `${studio.name} shared photos with you.`,
      cover: null,
    }
  const page = await readClientGalleryPage(deps, gallery, 1)
  const width = page?.cover ? renditionFor(page.cover, CARD_WIDTH) : undefined
  return {
    studioName: studio.name,
    title: gallery.title,
    sentence: `${photoCount(page?.total ?? 0)} by ${studio.name}.`,
    cover: page?.cover && width !== undefined ? sizeAt(page.cover, width) : null,
  }
}

/** The cover of a share link's card. @returns undefined: the card has none */
export async function readShareCover(
  deps: Deps & { storage: Storage },
  token: string,
): Promise<Uint8Array | undefined> {
  const linked = await findLinked(deps, token)
  const cover =
    linked && isShown(linked) ? (await readClientGalleryPage(deps, linked.gallery, 1))?.cover : null
  const width = cover ? renditionFor(cover, CARD_WIDTH) : undefined
  return cover && width !== undefined
    ? await readClientGalleryPicture(deps, `${cover.media}/${width}.jpg`)
    : undefined
}

const isShown = ({ gallery, isOpen }: { gallery: GalleryHead; isOpen: boolean }) =>
  isOpen && gallery.pin === null

const sizeAt = (photo: PhotoView, width: number) => ({
  width,
  height: Math.round((photo.height * width) / photo.width),
})
