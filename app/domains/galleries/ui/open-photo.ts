import { useEffect, useSyncExternalStore } from 'react'
import { type Location, useLocation } from 'react-router'

const PHOTO = /\/photo\/([^/]+)$/

/**
 * The photo that is open over its grid. A direct visit has it in the route; from the grid, its address masks that
 * of the grid.
 * @param param of the photo's own route
 */
export const openPhotoIn = (
  { mask }: { mask?: Pick<NonNullable<Location['mask']>, 'pathname'> | undefined },
  param: string | undefined,
): string | undefined => param ?? PHOTO.exec(mask?.pathname ?? '')?.[1]

/** A photo whose link was tapped, and that the router's location doesn't have yet. */
let tapped: { photo: string | undefined } | undefined
const listeners = new Set<() => void>()

function setTapped(now: typeof tapped): void {
  tapped = now
  for (const notify of listeners) notify()
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

/**
 * Opens the photo of a link at once, and calls back once it is painted, unless it was closed before. The router
 * renders the whole page again when the address changes, which on a phone takes longer than opening a photo may.
 */
export function openTapped(link: HTMLAnchorElement, whenPainted: () => void): void {
  const opened = { photo: openPhotoIn({ mask: link }, undefined) }
  // After the tap's own frame: rendering and laying out are then two tasks, each short on a phone.
  setTimeout(() => {
    setTapped(opened)
    afterPaint(() => {
      if (tapped === opened) whenPainted()
    })
  })
}

/** @returns cancels it */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

export const closeTapped = (): void => setTapped(undefined)

/** The tapped photo stays until the page's address is another, and won't be written into this one anymore. */
export const leaveTapped = (): void => setTapped(tapped && { ...tapped })

export function useOpenPhoto(param: string | undefined): string | undefined {
  const location = useLocation()
  const atOnce = useSyncExternalStore(
    listen,
    () => tapped?.photo,
    () => undefined,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the address is another, it says which photo is open
  useEffect(() => closeTapped, [location.key])
  return openPhotoIn(location, param) ?? atOnce
}
