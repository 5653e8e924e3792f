import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The server sends the dialog open, as a page of its own. Here it becomes a modal one: the rest of the page
 * is inert, the focus stays inside, and Escape means close.
 */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.removeAttribute('open')
    element.showModal()
    element.focus()
    return () => element.close()
  }, [])
  return dialog
}
