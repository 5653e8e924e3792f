import { useEffect, useRef } from 'react'
import { isPersonalPath } from '~/platform/http/personal-paths'
import type { PageAnalytics } from '../analytics'

/**
 * Adds the script of the analytics service, unless the browser asks not to be followed. Decided here and not on the
 * server, because a kept page is the same for everybody. Once for a document: the policy is that of its first page.
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

/** Steps to pages of one person load a document of their own, in which the script is not. */
function leaveWhole(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link && link.origin === location.origin && isPersonalPath(link.pathname)) event.stopPropagation()
}
