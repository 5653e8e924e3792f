import { useEffect } from 'react'

/**
 * Before Safari 15.4 and Chrome 99 everything within a cascade layer is left out: there the stylesheets are taken that
 * `scripts/flatten-styles.mjs` writes without layers, those of later pages too.
 */
export function FlatStyles() {
  // Not before the page has come alive, which wants to find it as it was sent.
  useEffect(() => {
    if ('CSSLayerBlockRule' in window) return
    const take = () => {
      // React Router ends the address of a stylesheet that is also loaded later with a bare "#".
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
