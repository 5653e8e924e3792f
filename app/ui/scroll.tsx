import { useEffect, useLayoutEffect, useRef } from 'react'
import { ScrollRestoration, useLocation } from 'react-router'
import { isSamePage } from './page-address'

/**
 * R28: navigation scrolls to the top, a hash link to its target, and Back and Forward to the previous
 * position. Links between two states of one page keep the position with `preventScrollReset`. The focus moves
 * to the top of another page.
 */
export function Scroll() {
  const location = useLocation()
  const shown = useRef(location)

  useIsomorphicLayoutEffect(() => {
    const from = shown.current
    shown.current = location
    if (from.key === location.key || isSamePage(from, location)) return
    const target = document.getElementById(idIn(location.hash)) ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
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
