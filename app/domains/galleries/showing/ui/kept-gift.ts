import { useEffect } from 'react'
import { useLocation } from 'react-router'

let kept: { address: string; shown: unknown } | undefined

/** Keeps what the page shows, for when it is to be read again and the connection is lost. In browsers only. */
export function useKeptGift(shown: unknown): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    kept = { address: pathname + search, shown }
  }, [pathname, search, shown])
}

/** @returns undefined when something else is shown than what is at that address */
export function giftShownAt<Shown>(address: string): Shown | undefined {
  const { pathname, search } = new URL(address)
  return kept?.address === pathname + search ? (kept.shown as Shown) : undefined
}
