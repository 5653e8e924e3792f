import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Says that what was asked is done, if it was. The button may stand far below it, so it comes into sight; where the
 * button went with its form, the focus is not lost but here.
 */
export function SavedNote({ children }: { children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: saving again leads to the same address
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
