import type { PhotoView } from '~/domains/photos/model'
import type { GalleryHead } from '../access/model'
import type { GalleryPhoto } from '../model'

/** Photos per page. */
export const CLIENT_GALLERY_PAGE_SIZE = 48

/** A photo as the gallery's clients see it. `id` and `slug` are the item’s. */
export interface ClientGalleryPhoto extends GalleryPhoto {
  /** null: in no set. */
  setId: string | null
}

/** A set with visible photos. Photos without a set form one with an empty title. */
export interface ClientGallerySet {
  id: string | null
  title: string
  count: number
  /** Number of its first photo in the gallery, from 1. */
  first: number
}

export interface ClientGalleryPage {
  gallery: Pick<GalleryHead, 'id' | 'title' | 'dateline' | 'note' | 'proofing'>
  /** Whether one of its photos is still being made. */
  isProcessing: boolean
  /** null: no visible photo yet. */
  cover: PhotoView | null
  sets: ClientGallerySet[]
  total: number
  /** From 1. */
  page: number
  pages: number
  photos: ClientGalleryPhoto[]
  /** The last photo of the page before, and the first of the page after; null: none. */
  before: ClientGalleryPhoto | null
  after: ClientGalleryPhoto | null
}

/** A card that messengers show of a share link. */
export interface ShareCardView {
  studioName: string
  title: string
  sentence: string
  /** Pixels of the picture; null: none is shown. */
  cover: { width: number; height: number } | null
}

/** The page that contains the photo with this number. */
export const pageOf = (number: number): number => Math.ceil(number / CLIENT_GALLERY_PAGE_SIZE)

/** Base path of a photo's images. `watermark` identifies the one they carry. */
export const clientGalleryMedia = (galleryId: string, itemId: string, watermark?: string | null): string =>
  `/download/${galleryId}/media/${itemId}${watermark ? `/${watermark}` : ''}`

/** An image of a gallery's page, as requested. */
export interface RequestedImage {
  itemId: string
  /** Identifies its watermark; null: none. */
  watermark: string | null
  width: number
  format: 'avif' | 'jpg'
}

const MEDIA =
  /^\/download\/([0-9a-f-]{36})\/media\/([0-9a-f-]{36})\/(?:([\w-]{1,64})\/)?([1-9][0-9]{0,4})\.(avif|jpg)$/

/** Parses an image's path; undefined: not an image's path. */
export function readClientGalleryMedia(path: string): (RequestedImage & { galleryId: string }) | undefined {
  const [, galleryId, itemId, watermark = null, width, format] = MEDIA.exec(path) ?? []
  if (!galleryId || !itemId || !width || (format !== 'avif' && format !== 'jpg')) return undefined
  return { galleryId, itemId, watermark, width: Number(width), format }
}

/** Consecutive photos of a set, from `offset` on. */
export interface SetRange {
  setId: string | null
  offset: number
  limit: number
}

/** The ranges of sets that contain the photos numbered `first` to `last`, inclusive, in order. */
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

/** The sets that have photos, with the number of their first photo. Photos without a set come first. */
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

/** An existing proof of a photo. */
export interface MadeProof {
  photoId: string
  watermark: string
  width: number
  createdAt: number
}

/** The watermark that a photo is shown with, and the existing widths. */
export interface ShownProof {
  watermark: string
  /** Ascending. */
  widths: number[]
}

/** Each photo with its newest watermark. Proofs with older ones aren't used. */
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
