import { useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { paths } from '~/ui/paths'
import { HOLD_MINUTES, NOTICE_MINUTES } from '../reservations/model'
import type { VisitorHold } from '../slots/model'

/**
 * The time left on a hold, such as "14:32 min", not announced by screen readers. Without script, and for long
 * holds, the time at which it ends.
 */
export function HoldClock({ hold, lead, leadUntil }: { hold: VisitorHold; lead: string; leadUntil: string }) {
  const [left, setLeft] = useState<number>()
  const { leftMs, expiresAt } = hold
  // biome-ignore lint/correctness/useExhaustiveDependencies: an extended hold starts the clock anew
  useEffect(() => {
    const end = performance.now() + leftMs
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [leftMs, expiresAt])
  // Waitlist offers are held for hours, so seconds aren't shown.
  const counts = left !== undefined && left < 3_600
  const words = !counts ? hold.until : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} min`
  return (
    <>
      {counts ? lead : leadUntil}{' '}
      <time className="num" dateTime={new Date(expiresAt).toISOString()} aria-live="off">
        {words}
      </time>
    </>
  )
}

type Phase =
  | { kind: 'none' | 'held' | 'ending'; hold: VisitorHold | null }
  | { kind: 'over'; hold: VisitorHold }

/** The phase of a hold. After it has ended, the phase stays `over` until there is another hold. */
export function useHoldPhase(hold: VisitorHold | null): Phase {
  const [phase, setPhase] = useState<Phase>({ kind: hold ? 'held' : 'none', hold })
  const { revalidate } = useRevalidator()
  const fresh = useRef(revalidate)
  fresh.current = revalidate
  const key = hold ? `${hold.slot} ${hold.expiresAt}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hold, loaded again, changes nothing
  useEffect(() => {
    if (!hold) {
      setPhase((now) => (now.kind === 'over' ? now : { kind: 'none', hold: null }))
      return
    }
    const untilNotice = hold.leftMs - NOTICE_MINUTES * 60_000
    setPhase({ kind: untilNotice > 0 ? 'held' : 'ending', hold })
    const timers = [
      setTimeout(() => setPhase({ kind: 'ending', hold }), Math.max(0, untilNotice)),
      setTimeout(() => {
        setPhase({ kind: 'over', hold })
        if (navigator.onLine) fresh.current()
      }, hold.leftMs + 500),
    ]
    return () => timers.forEach(clearTimeout)
  }, [key])
  return phase
}

/** A message when a hold is about to end, and when it has ended. */
export function HoldNotice({
  hold,
  onAgain,
}: {
  hold: VisitorHold | null
  onAgain?: (hold: VisitorHold) => void
}) {
  const phase = useHoldPhase(hold)
  const fetcher = useFetcher<{ sentence?: string }>()
  const extend = () => fetcher.submit({ intent: 'extend' }, { method: 'post', action: paths.bookSession() })
  return (
    <div aria-live="polite">
      {phase.kind === 'ending' && phase.hold ? (
        <div className="note note--dev">
          <p role={fetcher.data?.sentence ? 'alert' : undefined}>
            {fetcher.data?.sentence ? 'We couldn’t reach the site. Try again. ' : null}
            <strong>
              {NOTICE_MINUTES} minutes left for {phase.hold.when.time}.
            </strong>{' '}
            {phase.hold.canExtend ? 'Need a little longer?' : 'After that, someone else can take it.'}
          </p>
          {phase.hold.canExtend ? (
            <button type="button" className="btn btn--sm" onClick={extend}>
              Hold {HOLD_MINUTES} more minutes
            </button>
          ) : null}
        </div>
      ) : null}
      {phase.kind === 'over' ? (
        <div className="note note--dev">
          <p>
            <strong>{phase.hold.when.time} is no longer on hold for you.</strong> It may still be open.
            Continue without the hold, or choose another time.
          </p>
          {onAgain ? (
            <button type="button" className="btn btn--sm" onClick={() => onAgain(phase.hold)}>
              Hold it again
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** Reloads the page's data when the visitor returns to the tab, since free times may have changed. */
export function useFreshOnReturn(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let leftAt = 0
    const look = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now()
      else if (leftAt > 0 && Date.now() - leftAt > 3_000 && navigator.onLine) revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])
}
