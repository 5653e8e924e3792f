import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { Link } from 'react-router'
import type { EntryKind, GridEvent } from '../../calendar/model'
import { addressOf } from './entry-link'

const LOOKS: Record<EntryKind, string> = {
  requested: 'req',
  confirmed: '',
  done: 'done',
  'no-show': 'done gone',
  held: 'held',
  block: 'block',
  outside: 'outside',
  mini: 'mini',
}

interface GridEventLinkProps {
  event: GridEvent
  from: number
  query: { view: string; date: string }
  isOpen: boolean
  isLifted: boolean
  onPointerDown: (press: PointerEvent) => void
  onKeyDown: (press: KeyboardEvent) => void
  onBlur: () => void
}

/** Something on the grid, with its buffers faintly above and below. */
export function GridEventLink({ event, from, query, isOpen, isLifted, ...handlers }: GridEventLinkProps) {
  const { kind, title, detail, times, said, top, length, before, after, lane, lanes, move } = event
  const size = length >= 60 ? 'tall' : length > 30 ? '' : length > 20 ? 'short' : 'short tiny'
  const classes = [
    'ev-b',
    LOOKS[kind],
    size,
    isOpen && 'is-open',
    isLifted && 'is-lifted',
    move && 'is-movable',
  ]
  const className = classes.filter(Boolean).join(' ')
  const style = {
    '--s': (top - from) / 60,
    '--d': length / 60,
    '--lane': lane,
    '--lanes': lanes,
  } as CSSProperties
  const to = addressOf(event, query)
  const inside = (
    <>
      <b>{title}</b> <span>{detail}</span>
      {query.view === 'day' ? (
        <span className="mono" aria-hidden="true">
          {times}
        </span>
      ) : null}
      <span className="vh">
        {' '}
        {said}
        {move ? '. M moves it.' : ''}
      </span>
    </>
  )
  return (
    <>
      {before > 0 ? (
        <Buffer style={{ ...style, '--s': (top - before - from) / 60, '--d': before / 60 }} />
      ) : null}
      {to ? (
        <Link
          className={className}
          style={style}
          to={to}
          aria-current={isOpen ? 'true' : undefined}
          draggable={false}
          {...handlers}
        >
          {inside}
        </Link>
      ) : (
        <div className={className} style={style}>
          {inside}
        </div>
      )}
      {after > 0 ? (
        <Buffer style={{ ...style, '--s': (top + length - from) / 60, '--d': after / 60 }} />
      ) : null}
    </>
  )
}

function Buffer({ style }: { style: CSSProperties & Record<`--${string}`, number> }) {
  return <i className="wv__buf" style={style} />
}
