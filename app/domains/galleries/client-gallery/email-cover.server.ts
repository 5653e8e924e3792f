import { renditionFor, renditionWidths } from '~/domains/photos/model'
import type { Db } from '~/platform/db/database.server'
import type { GalleryHead } from '../access/model'
import { readClientGalleryPage } from './operations.server'

/** In pixels: wide enough for an email on a high-resolution screen, and small enough to attach. */
const COVER_WIDTH = 800

export interface EmailCover {
  /** Path of its JPEG. Its web versions may still be made. The email waits for this one. */
  path: string
  width: number
  height: number
}

/** The cover that emails to a gallery's clients attach. Those of a gallery with a PIN contain none. */
export async function coverForEmail({ db }: { db: Db }, gallery: GalleryHead): Promise<EmailCover | null> {
  if (gallery.pin !== null) return null
  const cover = (await readClientGalleryPage({ db }, gallery, 1))?.cover
  const width = cover ? renditionFor({ widths: renditionWidths(cover.width) }, COVER_WIDTH) : undefined
  return cover && width !== undefined
    ? { path: `${cover.media}/${width}.jpg`, width: cover.width, height: cover.height }
    : null
}
