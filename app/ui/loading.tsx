import { useContext, useEffect, useRef } from 'react'
import { createPath, UNSAFE_DataRouterContext, useNavigation } from 'react-router'

/** Milliseconds before the loading indicator appears. */
const PATIENCE = 150

/** Loading indicator at the top of the window, above any dialog. Not announced. */
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
 * Loads a page as a document when its module can't be loaded. React Router would reload the previous page
 * instead. It still does for forms being submitted, and in browsers without the Navigation API.
 */
function useWholePages(): void {
  // A module can fail before React state has the link's target, so the router's own state is read.
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
