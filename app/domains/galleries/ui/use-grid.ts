import { useEffect, useRef, useState } from 'react'
import type { GalleryPage, GalleryPhotoView } from '../model'
import { photoElementId } from './photo-grid'

/**
 * Whether the grid is on the page. A direct visit to a photo shows only the photo; the grid is added behind
 * it later.
 */
export function useGridShown(gallery: GalleryPage, open: string | undefined): boolean {
  const [seen, setSeen] = useState(open === undefined)
  if (!seen && open === undefined) setSeen(true)
  useEffect(() => cacheGalleryPage(gallery), [gallery])
  return seen || open === undefined
}

/** After closing a photo, focuses it in the grid, and scrolls only if it's outside the viewport. */
export function useReturnToPhoto(open: string | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (closed !== undefined && open === undefined) document.getElementById(photoElementId(closed))?.focus()
  }, [open])
}

let cached: GalleryPage | undefined

/** Caches the grid's photos, so that opening a photo needs no request. Browser only. */
export function cacheGalleryPage(page: GalleryPage): void {
  cached = page
}

/** @returns undefined: the photo or a neighbor isn't loaded */
export function loadedPhoto(slug: string, filter: string | null): GalleryPhotoView | undefined {
  if (cached?.current !== filter) return undefined
  const { photos, total, page, current } = cached
  const at = photos.findIndex((photo) => photo.slug === slug)
  const photo = photos[at]
  if (!photo) return undefined
  const [previous, next] = [photos[at - 1] ?? null, photos[at + 1] ?? null]
  if (!previous && photo.number > 1) return undefined
  if (!next && photo.number < total) return undefined
  return { photo, total, previous, next, page, current }
}
