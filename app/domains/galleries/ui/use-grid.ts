import { useEffect, useRef, useState } from 'react'
import type { GalleryPage } from '../model'
import { keepAtHand } from './frames-at-hand'
import { frameId } from './photo-grid'

/**
 * Whether the grid is on the page. Someone who comes for one photograph gets that photograph; the grid is
 * put behind it when it is first seen.
 */
export function useGridShown(gallery: GalleryPage, open: string | undefined): boolean {
  const [seen, setSeen] = useState(open === undefined)
  if (!seen && open === undefined) setSeen(true)
  useEffect(() => keepAtHand(gallery), [gallery])
  return seen || open === undefined
}

/** Closing a photograph gives the focus to its frame, scrolling only if that is out of sight. */
export function useReturnToFrame(open: string | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (closed !== undefined && open === undefined) document.getElementById(frameId(closed))?.focus()
  }, [open])
}
