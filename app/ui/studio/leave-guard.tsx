import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { StudioDialog } from './studio-dialog'

/** Asks before what was typed is lost. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
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
      <p>What you changed on this page is not saved yet.</p>
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
