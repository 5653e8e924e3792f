import { useEffect } from 'react'

/** Fades photos in over their blurred previews as they load. Without script they appear at once. */
export function Develop() {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const comeUp = ({ target }: Event) => {
      if (target instanceof HTMLImageElement && target.loading === 'lazy')
        target.animate({ opacity: [0, 1] }, { duration: 420, easing: 'cubic-bezier(0.2, 0.7, 0.1, 1)' })
    }
    // An image's `load` event doesn't bubble, so it is captured.
    document.addEventListener('load', comeUp, true)
    return () => document.removeEventListener('load', comeUp, true)
  }, [])
  return null
}
