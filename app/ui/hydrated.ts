import { useEffect, useSyncExternalStore } from 'react'

/** Whether the page is hydrated: false on the server and during hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}

/** Whether hydration has finished: false in the effects of hydration itself. */
export const isHydrated = (): boolean => 'alive' in document.documentElement.dataset

/**
 * Sets `data-alive` on the document once the page is hydrated. Rendered last, so that its effect runs after
 * all others.
 */
export function MarkAlive() {
  useEffect(() => {
    document.documentElement.dataset.alive = ''
  }, [])
  return null
}
