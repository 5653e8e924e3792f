import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { StudioDialog } from './studio-dialog'

interface LeaveGuardProps {
  isDirty: boolean
  /** The part of the address that says what is open, where one page opens several things. */
  param?: string
}

/** Asks before what was typed is lost. */
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
    // The browser asks in its own words when the whole page goes.
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
