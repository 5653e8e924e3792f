import { useEffect, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'

/** Asks for the page’s data again and again while something is under way that ends by itself. */
export function useRefresh(isActive: boolean, everyMs = 2_000): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isActive, everyMs, revalidate])
}

/**
 * The answer of the page's last form, for a page that refreshes itself: React Router drops `actionData` with each
 * revalidation, and a refusal would vanish before anyone has read it. It goes with the next navigation.
 */
export function useLastAnswer<T>(actionData: T | undefined): T | undefined {
  const { key } = useLocation()
  const [last, setLast] = useState({ key, answer: actionData })
  if (actionData !== undefined && (actionData !== last.answer || key !== last.key))
    setLast({ key, answer: actionData })
  return actionData ?? (last.key === key ? last.answer : undefined)
}
