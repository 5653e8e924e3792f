import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isSamePage } from './page-address'

/** Every completed navigation from page to page begins at the top, Back included; an anchor goes to its target (R28). */
export function ScrollToTop() {
  const location = useLocation()
  const shown = useRef(location)

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  useIsomorphicLayoutEffect(() => {
    const from = shown.current
    if (from.key === location.key) return
    shown.current = location
    const isAnotherPage = !isSamePage(from, location)
    const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
    if (target) target.scrollIntoView()
    else if (isAnotherPage) scrollTo({ top: 0, left: 0, behavior: 'instant' })
    if (isAnotherPage) (target ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }, [location])

  return null
}

const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
