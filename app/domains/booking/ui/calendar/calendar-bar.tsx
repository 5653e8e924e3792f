import { useLayoutEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { isTyping } from '~/ui/is-typing'
import { PaletteButton } from '~/ui/studio/palette-button'
import { StudioIcon } from '~/ui/studio/studio-icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { CalendarView } from '../../calendar/model'

/** The bar above the calendar: title, previous and next, and views. */
export function CalendarBar({ calendar }: { calendar: CalendarView }) {
  const { view, date, today } = calendar
  const navigate = useNavigate()
  const to = (query: Record<string, string | null>) => studioPaths.bookings({ view, date, ...query })
  const [previous, next] =
    view === 'list'
      ? [
          calendar.earlier && to({ before: calendar.earlier }),
          calendar.later && to({ after: calendar.later }),
        ]
      : [to({ date: calendar.previous }), to({ date: calendar.next })]
  const now = to({ date: today })
  useCalendarKeys({
    ArrowLeft: previous === null ? null : () => navigate(previous),
    ArrowRight: next === null ? null : () => navigate(next),
    t: () => navigate(now),
    d: () => navigate(to({ view: 'day' })),
    w: () => navigate(to({ view: 'week' })),
    m: () => navigate(to({ view: 'month' })),
  })
  const span = view === 'list' ? 'days' : view
  return (
    <div className="topb cal__bar">
      <h1>{calendar.title}</h1>
      {view === 'month' ? <span className="zone cal__zone">{calendar.zone}</span> : null}
      <Step to={previous} icon="previous" label={view === 'list' ? 'Earlier' : `Previous ${span}`} />
      <Step to={next} icon="next" label={view === 'list' ? 'Later' : `Next ${span}`} />
      <ButtonLink to={now} variant="line" className="cal__today">
        Today <kbd>T</kbd>
      </ButtonLink>
      <span className="sp" />
      <BookingViews view={view} date={date} />
      <ButtonLink to={studioPaths.newBooking()} className="cal__new" aria-label="New booking">
        <StudioIcon name="add" small />
        <span>New</span>
      </ButtonLink>
      <PaletteButton className="btn btn--line btn--icon topb__s" small />
    </div>
  )
}

/** Links to the views of bookings: the calendar’s, and the list with its filters. */
export function BookingViews({ view, date }: { view?: CalendarView['view']; date?: string }) {
  const to = (other: CalendarView['view']) => studioPaths.bookings({ view: other, date: date ?? null })
  return (
    <nav className="seg" aria-label="View">
      <ViewLink to={to('day')} isCurrent={view === 'day'} label="Day" />
      <ViewLink to={to('week')} isCurrent={view === 'week'} label="Week" />
      <ViewLink to={to('month')} isCurrent={view === 'month'} label="Month" />
      <ViewLink to={studioPaths.bookings({ view: 'list' })} isCurrent={view === 'list'} label="Agenda" />
      <ViewLink to={studioPaths.bookingList()} isCurrent={view === undefined} label="List" />
    </nav>
  )
}

function Step({ to, icon, label }: { to: string | null; icon: 'previous' | 'next'; label: string }) {
  if (to === null) return null
  return (
    <ButtonLink to={to} variant="quiet" className="btn--icon" aria-label={label}>
      <StudioIcon name={icon} />
    </ButtonLink>
  )
}

function ViewLink({ to, isCurrent, label }: { to: string; isCurrent: boolean; label: string }) {
  return (
    <Link to={to} aria-current={isCurrent ? 'true' : undefined}>
      {label}
    </Link>
  )
}

const TAGS: Record<CalendarView['counts'][number]['kind'], string> = {
  confirmed: 'tag',
  requested: 'tag tag--mark',
  held: 'tag tag--dev',
  done: 'tag tag--open',
  'no-show': 'tag tag--stop',
}

/** Number of entries per kind on the shown days, and buttons for blocked time and the waitlist. */
export function CalendarTools({
  counts,
  waiting,
  query,
  isOwner,
}: {
  counts: CalendarView['counts']
  /** Number of waitlist entries for the shown days. */
  waiting: number
  query: { view: string; date: string }
  isOwner: boolean
}) {
  return (
    <div className="tool">
      {counts.map(({ kind, label, count }) => (
        <span key={kind} className={TAGS[kind]}>
          {label} {count}
        </span>
      ))}
      {waiting > 0 ? (
        <ButtonLink to={studioPaths.waitlist()} variant="quiet">
          {waiting} on the waitlist
        </ButtonLink>
      ) : null}
      <span className="sp" />
      <ButtonLink to={studioPaths.newBlock(query)} variant="quiet">
        <StudioIcon name="lock" small />
        Block time
      </ButtonLink>
      {isOwner ? (
        <ButtonLink to={studioPaths.availability()} variant="quiet" className="tool__hours">
          <StudioIcon name="hours" small />
          Availability
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** In milliseconds. After G, another key opens a Studio page and isn't handled here for this long. */
const PREFIX_LASTS = 1_500

/**
 * Keyboard shortcuts of the calendar, except while typing, in a dialog, or if a focused element has handled
 * the key.
 */
export function useCalendarKeys(keys: Record<string, (() => void) | null>): void {
  const current = useRef(keys)
  current.current = keys
  // A layout effect, so that a key pressed right after rendering isn't lost.
  useLayoutEffect(() => {
    let prefixAt = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const followsPrefix = event.timeStamp - prefixAt < PREFIX_LASTS
      prefixAt = event.key === 'g' && !followsPrefix ? event.timeStamp : Number.NEGATIVE_INFINITY
      const act = followsPrefix ? null : current.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
