import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { StudioDialog } from './studio-dialog'

interface LeaveGuardProps {
  isDirty: boolean
  /** Query parameter that names the open item, on pages that can open several. */
  param?: string
}

/** Warns before unsaved input is lost. */
export function LeaveGuard({ isDirty, param }: LeaveGuardProps) {
  const isOther = (one: Location, other: Location) =>
    one.pathname !== other.pathname ||
    (param !== undefined &&
      new URLSearchParams(one.search).get(param) !== new URLSearchParams(other.search).get(param))
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && isOther(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (!isDirty) return
    // When the document unloads, the browser shows its own warning.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <StudioDialog label="Leave without saving?" onClose={() => blocker.reset()}>
      <h2 className="t2">Leave without saving?</h2>
      <p>Your changes on this page aren’t saved.</p>
      <div className="dlg__act">
        <button type="button" className="btn" onClick={() => blocker.reset()}>
          Stay
        </button>
        <button type="button" className="btn btn--line" onClick={() => blocker.proceed()}>
          Leave
        </button>
      </div>
    </StudioDialog>
  )
}
