import { useSyncExternalStore } from 'react'

/** Whether the page is alive: false in what the server sends, and until the browser has taken it over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
