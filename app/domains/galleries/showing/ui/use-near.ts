import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

/** How far from the window, in pixels, something still counts as near: some screens of a phone. */
const AROUND = '2400px'

/**
 * Whether an element is near the window. True until the browser has said otherwise, so that all is there without script,
 * and as long as the focus is inside.
 */
export function useNear<Kind extends Element>(): { place: RefObject<Kind | null>; isNear: boolean } {
  const place = useRef<Kind>(null)
  const [isNear, setNear] = useState(true)
  useEffect(() => {
    const element = place.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries[entries.length - 1]?.isIntersecting ?? true
        // Who scrolls on meanwhile is not held up.
        if (near || !element.contains(document.activeElement)) startTransition(() => setNear(near))
      },
      { rootMargin: `${AROUND} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, isNear }
}
