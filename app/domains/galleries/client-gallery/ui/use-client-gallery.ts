import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { paths } from '~/ui/paths'
import type { Choices } from '../../proofing/model'
import {
  type ClientGalleryPage,
  type ClientGalleryPhoto,
  type ClientGalleryPhotoView,
  pageOf,
} from '../model'

export const clientGalleryItemId = (itemId: string): string => `photo-${itemId}`

/**
 * Whether the grid is on the page. A direct visit to a photo shows only the photo; the grid is added behind
 * it later.
 */
export function useClientGalleryShown(open: string | undefined): boolean {
  const [seen, setSeen] = useState(open === undefined)
  if (!seen && open === undefined) setSeen(true)
  return seen || open === undefined
}

/** After closing a photo, focuses it in the grid, and scrolls only if it's outside the viewport. */
export function useReturnToClientGallery(open: string | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (closed !== undefined && open === undefined)
      document.getElementById(clientGalleryItemId(closed))?.focus()
  }, [open])
}

export interface MorePages {
  /** The photos of all loaded pages, in order. */
  photos: ClientGalleryPhoto[]
  /** Favorites on the pages loaded later. */
  chosen: string[]
  /** The next page to load; null: all are loaded. */
  next: number | null
  isComing: boolean
  /** Loading the next page failed because of the connection. It is retried automatically. */
  isLost: boolean
  /** Loads the next page now. */
  ask(): void
  /** Loads the next page when it comes near the viewport. */
  mark: RefObject<HTMLAnchorElement | null>
}

/** Distance below the viewport, in pixels, at which the next photos load. */
const AHEAD = '1600px'
/** Delay before retrying after a lost connection, in milliseconds. */
const AGAIN_MS = 4_000
/** Time limit of a request in milliseconds, since requests can hang on an unstable connection. */
const PATIENCE_MS = 20_000

/** Loads further pages of the gallery while scrolling. Without script, there is a link to the next page. */
export function useMorePages(first: ClientGalleryPage): MorePages {
  const place = `${first.gallery.id} ${first.page}`
  const [since, setSince] = useState(place)
  const [further, setFurther] = useState<ClientGalleryPage[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const { load, data, state } = useFetcher<{
    clientGallery: ClientGalleryPage
    choices: Choices | null
  } | null>({
    key: place,
  })
  // Another page was opened. If the same one is reloaded, the pages after it are kept.
  if (since !== place) {
    setSince(place)
    setFurther([])
    setChosen([])
  }
  const last = further.at(-1) ?? first
  const come = data?.clientGallery
  if (come && come.gallery.id === first.gallery.id && come.page === last.page + 1 && since === place) {
    setFurther([...further, come])
    setChosen([...chosen, ...(data?.choices?.chosen ?? [])])
  }

  const photos = useMemo(() => [first, ...further].flatMap((page) => page.photos), [first, further])
  useEffect(() => keepLoadedClientGallery(first, photos), [first, photos])

  const next = last.page < first.pages ? last.page + 1 : null
  const isLost = data === null && state === 'idle' && next !== null
  const { id } = first.gallery
  const ask = useCallback(() => {
    if (next !== null) load(paths.moreOfClientGallery(id, next))
  }, [load, id, next])

  const mark = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const element = mark.current
    if (
      next === null ||
      state !== 'idle' ||
      isLost ||
      !element ||
      typeof IntersectionObserver === 'undefined'
    )
      return
    const observer = new IntersectionObserver(
      // If the browser is busy, several entries can arrive at once.
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) ask()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [next, state, isLost, ask])
  useEffect(() => {
    if (!isLost && state === 'idle') return
    const timer = setTimeout(ask, isLost ? AGAIN_MS : PATIENCE_MS)
    window.addEventListener('online', ask)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', ask)
    }
  }, [isLost, state, ask])

  return { photos, chosen, next, isComing: state !== 'idle', isLost, ask, mark }
}

let kept: { address: string; shown: unknown } | undefined

/** Caches the page's data for reloading while the connection is lost. Browser only. */
export function useKeptClientGallery(shown: unknown): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    kept = { address: pathname + search, shown }
  }, [pathname, search, shown])
}

/** @returns undefined: another page is shown */
export function clientGalleryShownAt<Shown>(address: string): Shown | undefined {
  const { pathname, search } = new URL(address)
  return kept?.address === pathname + search ? (kept.shown as Shown) : undefined
}

let cached: { galleryId: string; total: number; photos: readonly ClientGalleryPhoto[] } | undefined

/** Caches the grid's photos, so that opening a photo needs no request. Browser only. */
export function keepLoadedClientGallery(
  { gallery, total }: ClientGalleryPage,
  photos: readonly ClientGalleryPhoto[],
): void {
  cached = { galleryId: gallery.id, total, photos }
}

/** @returns undefined: the photo or a neighbor isn't loaded */
export function loadedClientGalleryPhoto(
  galleryId: string,
  itemId: string,
): ClientGalleryPhotoView | undefined {
  if (cached?.galleryId !== galleryId) return undefined
  const { photos, total } = cached
  const at = photos.findIndex(({ id }) => id === itemId)
  const photo = photos[at]
  if (!photo) return undefined
  const [previous, next] = [photos[at - 1] ?? null, photos[at + 1] ?? null]
  if ((!previous && photo.number > 1) || (!next && photo.number < total)) return undefined
  return { photo, total, previous, next, page: pageOf(photo.number) }
}
