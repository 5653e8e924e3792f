import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '~/ui/paths'
import type { ClientGalleryPage, ClientGalleryPhoto } from '../model'

export const clientGalleryItemId = (itemId: string): string => `photo-${itemId}`

export interface MorePages {
  /** The photos of all loaded pages, in order. */
  photos: ClientGalleryPhoto[]
  /** The photo after them; null: none. */
  after: ClientGalleryPhoto | null
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

/** What loading further photos answers. */
export interface MorePhotos {
  clientGallery: ClientGalleryPage
  /** Favorites among the photos. */
  chosen: string[]
}

/**
 * Loads further pages of the gallery while scrolling. Without script, there is a link to the next page. Not a
 * fetcher, since React Router may have to look up its route first, and replaces the page if that fails.
 */
export function useMorePages(first: ClientGalleryPage): MorePages {
  const place = `${first.gallery.id} ${first.page}`
  const [since, setSince] = useState(place)
  const [further, setFurther] = useState<MorePhotos[]>([])
  const [state, setState] = useState<'idle' | 'coming' | 'lost'>('idle')
  // Another page was opened. If the same one is reloaded, the pages after it are kept.
  if (since !== place) {
    setSince(place)
    setFurther([])
    setState('idle')
  }
  const last = further.at(-1)?.clientGallery ?? first
  const photos = useMemo(
    () => [first, ...further.map(({ clientGallery }) => clientGallery)].flatMap((page) => page.photos),
    [first, further],
  )
  const chosen = useMemo(() => further.flatMap((page) => page.chosen), [further])
  const next = last.page < first.pages ? last.page + 1 : null
  const { id } = first.gallery

  const ask = useCallback(() => {
    if (next !== null) setState('coming')
  }, [next])
  useEffect(() => {
    if (state !== 'coming' || next === null) return
    const leaving = new AbortController()
    const timer = setTimeout(() => leaving.abort(new Error('The request took too long.')), PATIENCE_MS)
    fetchMorePhotos(id, next, leaving.signal)
      .then((more) => {
        if (leaving.signal.aborted) return
        setFurther((before) => [...before, more])
        setState('idle')
      })
      .catch(() => {
        if (leaving.signal.reason !== LEFT) setState('lost')
      })
      .finally(() => clearTimeout(timer))
    return () => {
      clearTimeout(timer)
      leaving.abort(LEFT)
    }
  }, [state, id, next])

  const mark = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const element = mark.current
    if (next === null || state !== 'idle' || !element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      // If the browser is busy, several entries can arrive at once.
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) ask()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [next, state, ask])
  useEffect(() => {
    if (state !== 'lost') return
    const timer = setTimeout(ask, AGAIN_MS)
    window.addEventListener('online', ask)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', ask)
    }
  }, [state, ask])

  return useMemo(
    () => ({
      ...{ photos, after: last.after, chosen, next, ask, mark },
      isComing: state === 'coming',
      isLost: state === 'lost',
    }),
    [photos, last.after, chosen, next, ask, state],
  )
}

/** Reason of an abort because the photos are no longer needed. */
const LEFT = 'left'

/** @throws if the connection or the server fails */
async function fetchMorePhotos(galleryId: string, page: number, signal: AbortSignal): Promise<MorePhotos> {
  const response = await fetch(paths.moreOfClientGallery(galleryId, page), { redirect: 'manual', signal })
  // The page itself says why the gallery isn't open anymore.
  if (response.type === 'opaqueredirect' || (response.status >= 400 && response.status < 500))
    window.location.assign(paths.clientGallery(galleryId, { page }))
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return response.json()
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
