import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useHydrated } from '~/ui/hydrated'

/**
 * The server sends the dialog open, as a page of its own. Here it becomes a modal one: the rest of the page
 * is inert, the focus stays inside, and Escape means close.
 */
export function useModalDialog(): { dialog: RefObject<HTMLDialogElement | null>; isOpen: boolean } {
  const dialog = useRef<HTMLDialogElement>(null)
  const isAlive = useHydrated()
  // In a page that lives already it comes closed: thousands of frames would be styled once more for nothing.
  const [isOpen] = useState(!isAlive || !knowsDialogs())
  useLayoutEffect(() => {
    const element = dialog.current
    // Where no dialog is known, it stays the page of its own that the server sent.
    if (!element || !knowsDialogs()) return
    element.removeAttribute('open')
    element.showModal()
    element.focus()
    return () => element.close()
  }, [])
  return { dialog, isOpen }
}

const knowsDialogs = () => typeof HTMLDialogElement === 'function'
