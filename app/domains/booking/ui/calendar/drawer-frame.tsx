import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { StudioIcon } from '~/ui/studio/studio-icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useCalendarKeys } from './calendar-bar'

interface DrawerFrameProps {
  /** Bookings in the order of the calendar. */
  order: string[]
  /** Id of the open booking; undefined: a form is open. */
  booking: string | undefined
  query: { view: string; date: string }
  children: ReactNode
}

/**
 * The panel beside the calendar, or instead of it on phones. Its content needs a heading with the id
 * `drawer-title`.
 */
export function DrawerFrame({ order, booking, query, children }: DrawerFrameProps) {
  const navigate = useNavigate()
  const frame = useRef<HTMLElement>(null)
  const calendar = studioPaths.bookings(query)
  const at = booking === undefined ? -1 : order.indexOf(booking)
  const [before, after] = at === -1 ? [] : [order[at - 1], order[at + 1]]
  useCalendarKeys({ Escape: () => navigate(calendar) })
  // Below the calendar on smaller screens, it could open outside the window.
  useEffect(() => frame.current?.focus(), [])
  return (
    <aside className="drw" aria-labelledby="drawer-title" ref={frame} tabIndex={-1}>
      <div className="drw__h">
        <ButtonLink to={calendar} variant="quiet" className="drw__up">
          <StudioIcon name="previous" small />
          Calendar
        </ButtonLink>
        <span className="sp" />
        {before ? (
          <ButtonLink
            to={studioPaths.booking(before, query)}
            variant="quiet"
            className="btn--icon"
            aria-label="Previous booking"
          >
            <StudioIcon name="previous" />
          </ButtonLink>
        ) : null}
        {after ? (
          <ButtonLink
            to={studioPaths.booking(after, query)}
            variant="quiet"
            className="btn--icon"
            aria-label="Next booking"
          >
            <StudioIcon name="next" />
          </ButtonLink>
        ) : null}
        <ButtonLink to={calendar} variant="quiet" className="btn--icon drw__x" aria-label="Close, Escape key">
          <StudioIcon name="close" />
        </ButtonLink>
      </div>
      {children}
    </aside>
  )
}
