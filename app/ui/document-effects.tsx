import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { ScrollRestoration, UNSAFE_DataRouterContext, useLocation, useNavigation } from 'react-router'
import { isSamePage } from './page-address'

/** Fades photos in over their blurred previews as they load. Without script they appear at once. */
export function FadeInPhotos() {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const showLoaded = ({ target }: Event) => {
      if (target instanceof HTMLImageElement && target.loading === 'lazy')
        target.animate({ opacity: [0, 1] }, { duration: 420, easing: 'cubic-bezier(0.2, 0.7, 0.1, 1)' })
    }
    // An image's `load` event doesn't bubble, so it is captured.
    document.addEventListener('load', showLoaded, true)
    return () => document.removeEventListener('load', showLoaded, true)
  }, [])
  return null
}

/**
 * R28: navigation scrolls to the top, a hash link to its target, and Back and Forward to the previous position.
 * Links between two states of one page keep the position with `preventScrollReset`. The focus moves to the target of
 * a hash, and on another page to the top.
 */
export function Scroll() {
  const location = useLocation()
  const shown = useRef(location)

  useIsomorphicLayoutEffect(() => {
    const from = shown.current
    shown.current = location
    if (from.key === location.key) return
    const target = document.getElementById(idIn(location.hash))
    const top = isSamePage(from, location) ? null : document.getElementById('main')
    ;(target ?? top)?.focus({ preventScroll: true })
  }, [location])

  return <ScrollRestoration />
}

/** The id in a hash, unchanged if it can't be decoded, such as `#100%`. */
function idIn(hash: string): string {
  const id = hash.slice(1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Delay of the loading indicator in milliseconds. */
const PATIENCE = 200

/** Loading indicator below the header, or at the top of the window, above any dialog. Not announced to screen readers. */
export function Loading() {
  const isLoading = useNavigation().state !== 'idle'
  const sign = useRef<HTMLDivElement>(null)
  const router = useContext(UNSAFE_DataRouterContext)?.router

  useEffect(() => {
    if (router)
      import('./whole-pages').then(
        ({ loadWholePages }) => loadWholePages(router),
        () => {},
      )
  }, [router])

  useEffect(() => {
    const ticks = sign.current
    if (!isLoading || !ticks) return
    const timer = setTimeout(() => {
      const header = document.querySelector('.hdr')?.getBoundingClientRect().bottom ?? 0
      ticks.style.top = `${Math.max(0, header)}px`
      ticks.hidden = false
      ticks.showPopover?.()
    }, PATIENCE)
    return () => {
      clearTimeout(timer)
      ticks.hidden = true
      ticks.hidePopover?.()
    }
  }, [isLoading])

  return <div className="loading" popover="manual" ref={sign} hidden aria-hidden="true" />
}
