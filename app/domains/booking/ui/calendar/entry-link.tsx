import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EntryFace } from '../../calendar/model'
import './day-line.css'

interface EntryLinkProps {
  entry: EntryFace
  query: { view: string; date: string }
  className: string
}

/** An entry in one line, with a link to its page. */
export function EntryLink({ entry, query, className }: EntryLinkProps) {
  const to = addressOf(entry, query)
  const classes = `${className} ${className}--${entry.kind}`
  const inside = (
    <>
      <span className="mono">{entry.begins}</span>{' '}
      <span>
        {entry.title}
        {entry.detail === '' ? '' : `, ${entry.detail}`}
      </span>
      <span className="vh">, {entry.said}</span>
    </>
  )
  return to ? (
    <Link className={classes} to={to} prefetch="intent">
      {inside}
    </Link>
  ) : (
    <span className={classes}>{inside}</span>
  )
}

/** The entry's link; null: holds and external events can't be edited here. */
export function addressOf(
  { kind, id, date }: EntryFace,
  query: { view: string; date: string },
): string | null {
  switch (kind) {
    case 'held':
    case 'external':
      return null
    case 'block':
      return studioPaths.block(id, query)
    case 'mini':
      return query.view === 'day' ? null : studioPaths.bookings({ view: 'day', date })
    default:
      return studioPaths.booking(id, query)
  }
}
