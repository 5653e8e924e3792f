import { useEffect, useSyncExternalStore } from 'react'

/** Whether the page is hydrated: false on the server and during hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}

/** R40: the console message when the page can't become interactive. */
export const START_FAILED = 'something is wrong somewhere'

/** Whether hydration has finished: false in the effects of hydration itself. */
export const isHydrated = (): boolean => 'alive' in document.documentElement.dataset

const parts: Promise<void>[] = []

/** Has the page count as hydrated only when one of its parts is, whose code comes later. @returns says that it is */
export function awaitPart(): () => void {
  let done = () => {}
  parts.push(
    new Promise((resolve) => {
      done = resolve
    }),
  )
  return () => done()
}

/**
 * Sets `data-alive` on the document once the page is hydrated. Rendered last, so that its effect runs after
 * all others.
 */
export function MarkAlive() {
  useEffect(() => {
    const mark = () => {
      document.documentElement.dataset.alive = ''
    }
    if (parts.length === 0) mark()
    else void Promise.all(parts).then(mark)
  }, [])
  return null
}
