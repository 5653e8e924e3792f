import { useEffect, useRef } from 'react'
import { isPersonalPath } from '~/platform/http/special-paths'
import type { PageAnalytics } from '../analytics'

/**
 * Adds the analytics script, unless the browser asks not to be tracked. In the browser, since cached pages
 * are the same for everyone. Once per document: the policy is that of the first page.
 */
export function Measuring({ analytics }: { analytics: PageAnalytics }) {
  const first = useRef(analytics)
  useEffect(() => {
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
    const { src, attribute, siteId } = first.current
    if (
      globalPrivacyControl ||
      navigator.doNotTrack === '1' ||
      document.querySelector(`script[${attribute}]`)
    )
      return
    const script = document.createElement('script')
    script.defer = true
    script.src = src
    script.setAttribute(attribute, siteId)
    document.head.append(script)
    window.addEventListener('click', leaveWhole, { capture: true })
  }, [])
  return null
}

/** Links to private pages load a new document, without the script. */
function leaveWhole(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link && link.origin === location.origin && isPersonalPath(link.pathname)) event.stopPropagation()
}
