import { useLayoutEffect } from 'react'

export interface Ways {
  previous: (() => void) | undefined
  next: (() => void) | undefined
  first: (() => void) | undefined
  last: (() => void) | undefined
}

const KEYS: Record<string, keyof Ways> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
}

/** Arrow keys, Home and End, wherever the focus is. With a modifier they are the browser's own. */
export function useLightboxKeys(ways: Ways): void {
  // With the photograph itself: a key pressed as soon as it is seen is not lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const way = KEYS[event.key]
      if (!way) return
      event.preventDefault()
      ways[way]?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [ways])
}
