import type { GalleryFrame, GalleryPage } from '../model'

let atHand: GalleryPage | undefined

/** Keeps what the grid shows, so that opening one of its frames asks the server for nothing. In browsers only. */
export function keepAtHand(page: GalleryPage): void {
  atHand = page
}

/** @returns undefined when the frame, or a neighbor of it, is not on the page that is shown */
export function frameAtHand(slug: string, filter: string | null): GalleryFrame | undefined {
  if (atHand?.current !== filter) return undefined
  const { photos, total, page, current } = atHand
  const at = photos.findIndex((photo) => photo.slug === slug)
  const photo = photos[at]
  if (!photo) return undefined
  const [previous, next] = [photos[at - 1] ?? null, photos[at + 1] ?? null]
  if (!previous && photo.number > 1) return undefined
  if (!next && photo.number < total) return undefined
  return { photo, total, previous, next, page, current }
}
