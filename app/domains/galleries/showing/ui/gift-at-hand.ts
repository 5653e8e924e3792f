import { type GiftFrame, type GiftPage, type GiftPhoto, pageOf } from '../model'

let atHand: { galleryId: string; total: number; photos: readonly GiftPhoto[] } | undefined

/** Keeps what the grid shows, so that opening one of its frames asks the server for nothing. In browsers only. */
export function keepGiftAtHand({ gallery, total }: GiftPage, photos: readonly GiftPhoto[]): void {
  atHand = { galleryId: gallery.id, total, photos }
}

/** @returns undefined when the photograph, or a neighbor of it, is not among those that are shown */
export function giftFrameAtHand(galleryId: string, itemId: string): GiftFrame | undefined {
  if (atHand?.galleryId !== galleryId) return undefined
  const { photos, total } = atHand
  const at = photos.findIndex(({ id }) => id === itemId)
  const photo = photos[at]
  if (!photo) return undefined
  const [previous, next] = [photos[at - 1] ?? null, photos[at + 1] ?? null]
  if ((!previous && photo.number > 1) || (!next && photo.number < total)) return undefined
  return { photo, total, previous, next, page: pageOf(photo.number) }
}
