import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Says that what was asked is done, if it was. The button may stand far below it, so it comes into sight. */
export function SavedNote({ children }: { children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: saving again leads to the same address
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' })
  }, [key])
  if (!children) return null
  return (
    <p className="note note--fix" role="status" ref={note}>
      {children}
    </p>
  )
}
