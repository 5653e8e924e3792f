import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

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
