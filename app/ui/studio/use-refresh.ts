import { useEffect, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'

/** Whether data is being reloaded by `useRefresh`, for pages that don't reload it when a photo is opened. */
export const refreshing = { isOn: false }

/**
 * Reloads the page's data at intervals while a background task is running. Not while the site can't be reached: an
 * error page would replace the page, with what was typed there.
 */
export function useRefresh(isActive: boolean, everyMs = 2_000): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible' || !(await isReachable())) return
      refreshing.isOn = true
      await revalidate().finally(() => {
        refreshing.isOn = false
      })
    }, everyMs)
    return () => clearInterval(timer)
  }, [isActive, everyMs, revalidate])
}

const isReachable = (): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * The response to the page's last form, on a page that refreshes. React Router drops `actionData` on each
 * revalidation, so a refusal would vanish before it is read. The next navigation clears it.
 */
export function useLastAnswer<T>(actionData: T | undefined): T | undefined {
  const { key } = useLocation()
  const [last, setLast] = useState({ key, answer: actionData })
  if (actionData !== undefined && (actionData !== last.answer || key !== last.key))
    setLast({ key, answer: actionData })
  return actionData ?? (last.key === key ? last.answer : undefined)
}
