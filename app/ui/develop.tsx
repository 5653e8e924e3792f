import { useEffect } from 'react'

/** Photographs come up over their blurred previews as they arrive. Without this they are simply there. */
export function Develop() {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const comeUp = ({ target }: Event) => {
      if (target instanceof HTMLImageElement && target.loading === 'lazy')
        target.animate({ opacity: [0, 1] }, { duration: 420, easing: 'cubic-bezier(0.2, 0.7, 0.1, 1)' })
    }
    // The load of a picture does not bubble; it can be seen on its way down.
    document.addEventListener('load', comeUp, true)
    return () => document.removeEventListener('load', comeUp, true)
  }, [])
  return null
}
