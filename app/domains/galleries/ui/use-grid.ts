import { type MouseEvent, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { canonicalAddress } from '~/ui/page-address'
import { openTapped } from './open-photo'

/**
 * Whether the grid is on the page. A direct visit to a photo shows only the photo; the grid is added behind it
 * later.
 * @param param the photo in the address of the page
 */
export function useGridShown(param: string | undefined): boolean {
  const [seen, setSeen] = useState(param === undefined)
  if (!seen && param === undefined) setSeen(true)
  return seen || param === undefined
}

/** Loads a module when the browser is idle, so that it is there when it is needed. */
export function useAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    // If it can't be loaded now, it is loaded again when it is needed.
    const start = () => void load().catch(() => {})
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(start, 1_000)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(start)
    return () => cancelIdleCallback(idle)
  }, [load])
}

/** State of a history entry after the grid's, so that closing the lightbox can go back. */
interface OpenedFrom {
  /** The grid's page. */
  openedFrom: number
}

const openedFrom = (page: number): OpenedFrom => ({ openedFrom: page })

export const isOpenedFrom = (state: unknown, page: number): boolean =>
  typeof state === 'object' && state !== null && (state as Partial<OpenedFrom>).openedFrom === page

/**
 * The hash of the router's location while a photo is open over the grid, never shown. To the router, opening a photo
 * and turning to the next is a change of the hash: it renders once and at once, and runs no loaders.
 */
export const OVER_GRID = '#photo'

/** Whether a navigation stays on its page of the grid: a photo was opened over it, or closed. */
export const isSameGrid = (from: URL, to: URL): boolean =>
  from.pathname === to.pathname && from.search === to.search

/**
 * Puts the photo that is now open over the grid into the address and the head of the page. The router, which reads the
 * mask of its location from the address, would render the whole page again.
 */
export function maskGrid(path: string, title = document.title): void {
  window.history.replaceState(window.history.state, '', path)
  document.title = title
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (canonical) canonical.href = canonicalAddress(new URL(canonical.href).origin, window.location)
}

export type OpenOverGrid = (event: MouseEvent<HTMLAnchorElement>, page: number, state?: object) => void

/**
 * Opens the photo of a link over the grid. Only the shown address is the photo's: for the router it is the grid's,
 * so nothing has to be looked up or loaded.
 */
export function useOpenOverGrid(): OpenOverGrid {
  const navigate = useNavigate()
  return useCallback<OpenOverGrid>(
    (event, page, state) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      const photo = event.currentTarget
      // Not the router's location, since its listeners render again with each photo.
      const { pathname, search } = window.location
      const open = (flushSync: boolean) =>
        navigate(
          { pathname, search, hash: OVER_GRID },
          {
            mask: photo.pathname + photo.search,
            state: { ...openedFrom(page), ...state },
            preventScrollReset: true,
            flushSync,
          },
        )
      // What is in the state is known only once the router has it.
      if (state) open(true)
      else openTapped(photo, () => open(false))
    },
    [navigate],
  )
}
