import { useEffect } from 'react'

/**
 * Browsers before Safari 15.4 and Chrome 99 ignore cascade layers: they get the stylesheets without layers
 * that `scripts/flatten-styles.mjs` writes, also on later pages.
 */
export function FlatStyles() {
  // Not before hydration, which expects the HTML as it was sent.
  useEffect(() => {
    if ('CSSLayerBlockRule' in window) return
    const take = () => {
      // React Router appends a bare "#" to the address of a stylesheet that is also loaded later.
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
        if (!link.href.endsWith('.flat.css')) link.href = link.href.replace(/css#?$/, 'flat.css')
    }
    take()
    const observer = new MutationObserver(take)
    observer.observe(document.head, { childList: true })
    return () => observer.disconnect()
  }, [])
  return null
}
