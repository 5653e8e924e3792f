import type { PhotoView } from '~/domains/photos/model'
import type { GalleryHead } from '../access/model'
import type { GalleryPhoto } from '../model'

/** Photographs that come with the page; more follow in pages as large. */
export const GIFT_PAGE_SIZE = 48

/** A photograph as those see it whom the gallery is shared with. Its `id` and `slug` are the item’s. */
export interface GiftPhoto extends GalleryPhoto {
  /** null: in no set. */
  setId: string | null
}

/** A set that has photographs to show; `title` is '' for those that are in no set. */
export interface GiftSet {
  id: string | null
  title: string
  count: number
  /** Number of its first photograph in the gallery, from 1. */
  first: number
}

export interface GiftPage {
  gallery: Pick<GalleryHead, 'id' | 'title' | 'dateline' | 'note' | 'proofing'>
  /** null: there is nothing to show yet. */
  cover: PhotoView | null
  sets: GiftSet[]
  total: number
  /** From 1. */
  page: number
  pages: number
  photos: GiftPhoto[]
}

/** One photograph with the ones beside it. */
export interface GiftFrame {
  photo: GiftPhoto
  total: number
  previous: GiftPhoto | null
  next: GiftPhoto | null
  /** Page on which it stands. */
  page: number
}

/** The page of the gallery on which a photograph stands. */
export const pageOf = (number: number): number => Math.ceil(number / GIFT_PAGE_SIZE)

/** Below it are the pictures of a photograph; `mark` names the watermark that they carry. */
export const giftMedia = (galleryId: string, itemId: string, mark?: string | null): string =>
  `/download/${galleryId}/media/${itemId}${mark ? `/${mark}` : ''}`

/** A picture of a gallery’s page, as its address asks for it. */
export interface AskedPicture {
  itemId: string
  /** The watermark that it carries; null: none. */
  mark: string | null
  width: number
  format: 'avif' | 'jpg'
}

const MEDIA =
  /^\/download\/([0-9a-f-]{36})\/media\/([0-9a-f-]{36})\/(?:([\w-]{1,64})\/)?([1-9][0-9]{0,4})\.(avif|jpg)$/

/** What the address of a picture asks for; undefined: it is none. */
export function readGiftMedia(path: string): (AskedPicture & { galleryId: string }) | undefined {
  const [, galleryId, itemId, mark = null, width, format] = MEDIA.exec(path) ?? []
  if (!galleryId || !itemId || !width || (format !== 'avif' && format !== 'jpg')) return undefined
  return { galleryId, itemId, mark, width: Number(width), format }
}
