import type { PhotoView } from '~/domains/photos/model'
import type { GalleryHead } from '../access/model'
import type { GalleryPhoto } from '../model'

/** Photos that come with the page; more follow in pages as large. */
export const CLIENT_GALLERY_PAGE_SIZE = 48

/** A photo as those see it whom the gallery is shared with. Its `id` and `slug` are the item’s. */
export interface ClientGalleryPhoto extends GalleryPhoto {
  /** null: in no set. */
  setId: string | null
}

/** A set that has photos to show; `title` is '' for those that are in no set. */
export interface ClientGallerySet {
  id: string | null
  title: string
  count: number
  /** Number of its first photo in the gallery, from 1. */
  first: number
}

export interface ClientGalleryPage {
  gallery: Pick<GalleryHead, 'id' | 'title' | 'dateline' | 'note' | 'proofing'>
  /** null: there is nothing to show yet. */
  cover: PhotoView | null
  sets: ClientGallerySet[]
  total: number
  /** From 1. */
  page: number
  pages: number
  photos: ClientGalleryPhoto[]
}

/** One photo with the ones beside it. */
export interface ClientGalleryPhotoView {
  photo: ClientGalleryPhoto
  total: number
  previous: ClientGalleryPhoto | null
  next: ClientGalleryPhoto | null
  /** Page on which it stands. */
  page: number
}

/** The page of the gallery on which a photo stands. */
export const pageOf = (number: number): number => Math.ceil(number / CLIENT_GALLERY_PAGE_SIZE)

/** Below it are the pictures of a photo; `watermark` names the one that they carry. */
export const clientGalleryMedia = (galleryId: string, itemId: string, watermark?: string | null): string =>
  `/download/${galleryId}/media/${itemId}${watermark ? `/${watermark}` : ''}`

/** An image of a gallery's page, by its address. */
export interface AskedPicture {
  itemId: string
  /** The watermark that it carries; null: none. */
  watermark: string | null
  width: number
  format: 'avif' | 'jpg'
}

const MEDIA =
  /^\/download\/([0-9a-f-]{36})\/media\/([0-9a-f-]{36})\/(?:([\w-]{1,64})\/)?([1-9][0-9]{0,4})\.(avif|jpg)$/

/** The image at an address; undefined: not an image's address. */
export function readClientGalleryMedia(path: string): (AskedPicture & { galleryId: string }) | undefined {
  const [, galleryId, itemId, watermark = null, width, format] = MEDIA.exec(path) ?? []
  if (!galleryId || !itemId || !width || (format !== 'avif' && format !== 'jpg')) return undefined
  return { galleryId, itemId, watermark, width: Number(width), format }
}

/** A piece of one set: so many photos from the `offset`-th on. */
export interface SetRange {
  setId: string | null
  offset: number
  limit: number
}

/** The pieces of sets that make up the photos numbered `first` to `last`, both included, in their order. */
export function setRanges(
  sets: readonly Pick<ClientGallerySet, 'id' | 'count' | 'first'>[],
  { first, last }: { first: number; last: number },
): SetRange[] {
  return sets.flatMap((set) => {
    const from = Math.max(first, set.first)
    const to = Math.min(last, set.first + set.count - 1)
    return from > to ? [] : [{ setId: set.id, offset: from - set.first, limit: to - from + 1 }]
  })
}

/** The sets that have photos, numbered through: those in no set come first. */
export function numberSets(
  sets: readonly { id: string; title: string }[],
  counts: ReadonlyMap<string | null, number>,
): ClientGallerySet[] {
  let first = 1
  return [{ id: null, title: '' }, ...sets].flatMap(({ id, title }) => {
    const count = counts.get(id) ?? 0
    if (count === 0) return []
    const set = { id, title, count, first }
    first += count
    return [set]
  })
}

/** A width in which a photo is there with a watermark. */
export interface MadeProof {
  photoId: string
  watermark: string
  width: number
  createdAt: number
}

/** With which watermark a photo is shown, and in which widths. */
export interface ShownProof {
  watermark: string
  /** Ascending. */
  widths: number[]
}

/** Each photo with the newest watermark that has been drawn on it: of an older one nothing is shown beside it. */
export function proofWidths(made: readonly MadeProof[]): Map<string, ShownProof> {
  const newest = new Map<string, MadeProof>()
  for (const proof of made)
    if (proof.createdAt >= (newest.get(proof.photoId)?.createdAt ?? 0)) newest.set(proof.photoId, proof)
  return new Map(
    [...newest].map(([photoId, { watermark }]) => {
      const own = made.filter((proof) => proof.photoId === photoId && proof.watermark === watermark)
      return [photoId, { watermark, widths: own.map(({ width }) => width).toSorted((a, b) => a - b) }]
    }),
  )
}
