import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { FormRefusal } from '~/ui/form-refusal'

/**
 * Confirms that a change was saved. Scrolls into view, since the button may be far below, and takes the focus
 * if the button is gone.
 */
export function SavedNote({ children }: { children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: saving again doesn’t change the address
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' })
    if (document.activeElement === document.body) note.current?.focus({ preventScroll: true })
  }, [key])
  if (!children) return null
  return (
    <p className="note note--fix" role="status" tabIndex={-1} ref={note}>
      {children}
    </p>
  )
}

/** The result of the last move or deletion in a list. */
export function ListNotes({ done, refusal }: { done?: string | null; refusal: string | undefined }) {
  if (!refusal && !done) return null
  return (
    <div className="st-list-note">
      {refusal ? <FormRefusal outcome={{ sentence: refusal }} /> : <SavedNote>{done}</SavedNote>}
    </div>
  )
}
