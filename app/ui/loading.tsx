import { useContext, useEffect, useRef } from 'react'
import { createPath, UNSAFE_DataRouterContext, useNavigation } from 'react-router'

/** Milliseconds that a page may take before the screen says that it is loading. */
const PATIENCE = 150

/** Film ticks along the top of the window while a page is loading: above any dialog, and silent. */
export function Loading() {
  const isLoading = useNavigation().state !== 'idle'
  const sign = useRef<HTMLDivElement>(null)
  useWholePages()

  useEffect(() => {
    const ticks = sign.current
    if (!isLoading || !ticks) return
    const timer = setTimeout(() => {
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

/**
 * Loads a page as a document when its module can't be loaded. The router reloads the page before it instead, as it does
 * here for a form that is on its way, and in browsers without the Navigation API.
 */
function useWholePages(): void {
  // The router's own state: a module can fail before the state of a component says where a link leads.
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    if (!router || !('navigation' in window)) return
    const load = (event: NavigateEvent) => {
      const { location, formData } = router.state.navigation
      if (event.navigationType !== 'reload' || event.userInitiated || !location || formData) return
      event.preventDefault()
      setTimeout(() => window.location.assign(createPath(location)))
    }
    window.navigation.addEventListener('navigate', load)
    return () => window.navigation.removeEventListener('navigate', load)
  }, [router])
}
