import { useEffect, useSyncExternalStore } from 'react'

/** Whether the page is alive: false in what the server sends, and until the browser has taken it over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}

/**
 * Says on the document when the page takes keys and presses: `data-alive`. Stands last in the page, so that its effect
 * runs after those of all the rest.
 */
export function MarkAlive() {
  useEffect(() => {
    document.documentElement.dataset.alive = ''
  }, [])
  return null
}
