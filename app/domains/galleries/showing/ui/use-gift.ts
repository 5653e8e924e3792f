import { useEffect, useRef, useState } from 'react'

export const giftFrameId = (itemId: string): string => `frame-${itemId}`

/**
 * Whether the grid is on the page. Someone who comes for one photograph gets that photograph; the grid is put behind it
 * when it is first seen.
 */
export function useGiftShown(open: string | undefined): boolean {
  const [seen, setSeen] = useState(open === undefined)
  if (!seen && open === undefined) setSeen(true)
  return seen || open === undefined
}

/** Closing a photograph gives the focus to its frame, scrolling only if that is out of sight. */
export function useReturnToGift(open: string | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (closed !== undefined && open === undefined) document.getElementById(giftFrameId(closed))?.focus()
  }, [open])
}
