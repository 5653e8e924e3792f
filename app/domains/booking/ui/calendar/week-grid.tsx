import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { hourLines } from '../../calendar/grid'
import { type EntryKind, type GridColumn, type GridEvent, type GridView, isQuiet } from '../../calendar/model'
import { addressOf } from './entry-link'
import { useBlocking, useMoving } from './grid-drag'
import { MoveDialog } from './move-dialog'

/** One day or seven side by side, 50 pixels per hour. @param open id of the entry in the drawer */
export function WeekGrid({ grid, open }: { grid: GridView; open: string | undefined }) {
  const region = useRef<HTMLElement>(null)
  const moving = useMoving(grid, region)
  const blocking = useBlocking(grid, region)
  const { columns, from, until, hours, view } = grid
  const isPlaced = useRef(false)
  useEffect(() => {
    if (region.current && !isPlaced.current) showStart(region.current, grid)
    isPlaced.current = true
  }, [grid])
  useEffect(() => {
    const box = region.current
    // Safari lets a drag block scrolling only with a listener at touchstart.
    const listen = () => {}
    box?.addEventListener('touchmove', listen, { passive: false })
    return () => box?.removeEventListener('touchmove', listen)
  }, [])
  const style = {
    '--cols': columns.length,
    '--hours': (until - from) / 60,
    '--lines': hourLines(hours, from),
  } as CSSProperties
  return (
    <section
      className={`wv wv--${view}`}
      style={style}
      ref={region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
      aria-label={`${view === 'day' ? 'Day' : 'Week'} calendar`}
    >
      <div className="wv__h wv__h--t">
        <span className="vh">Times in </span>
        {grid.zone}
      </div>
      {columns.map(({ date, weekday, day, name, isToday }) => (
        <h2 key={date} className={isToday ? 'wv__h is-today' : 'wv__h'}>
          <span aria-hidden="true">
            {weekday} <b>{day}</b>
          </span>
          <span className="vh">
            {name}
            {isToday ? ', today' : ''}
          </span>
        </h2>
      ))}
      <div className="wv__t mono" aria-hidden="true">
        {hours.map(({ top, label }) => (
          <span key={top} style={{ '--s': (top - from) / 60 } as CSSProperties}>
            {label}
          </span>
        ))}
      </div>
      {columns.map((column, index) => (
        <GridColumnView
          key={column.date}
          column={column}
          index={index}
          grid={grid}
          open={open}
          moving={moving}
          blocking={blocking}
        />
      ))}
      <LaterButton grid={grid} region={region} />
      <p className="vh" role="status">
        {moving.said}
      </p>
      {moving.asked ? <MoveDialog moving={moving.asked} columns={columns} onClose={moving.close} /> : null}
    </section>
  )
}

/** Scrolls to 8 AM or an earlier session, and horizontally to today if not all days fit. */
function showStart(region: HTMLElement, { hours, columns, from, today }: GridView): void {
  const morning = hours.find(({ label }) => label === '8 AM')?.top ?? from
  const sessions = columns.flatMap(({ events }) => events.filter(({ kind }) => !isQuiet({ kind })))
  const first = Math.min(morning, ...sessions.map(({ top }) => top))
  region.scrollTop = ((first - from) / 60) * 50
  const column = region.querySelector<HTMLElement>(`[data-column="${today}"]`)
  const hoursWidth = region.querySelector<HTMLElement>('.wv__t')?.offsetWidth ?? 0
  if (column && column.offsetLeft + column.offsetWidth > region.clientWidth)
    region.scrollLeft = column.offsetLeft - hoursWidth
}

/** A button that scrolls to later sessions outside the visible area. */
export function LaterButton({ grid, region }: { grid: GridView; region: RefObject<HTMLElement | null> }) {
  const [later, setLater] = useState<{ count: number; top: number }>({ count: 0, top: 0 })
  useEffect(() => {
    const box = region.current
    if (!box) return
    const tops = grid.columns
      .flatMap(({ events }) => events.filter((event) => !isQuiet(event)))
      .map(({ top }) => ((top - grid.from) / 60) * 50)
    const look = () => {
      const hidden = tops.filter((top) => top > box.scrollTop + box.clientHeight - 60)
      setLater({ count: hidden.length, top: Math.min(...hidden) })
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [grid, region])
  if (later.count === 0) return null
  return (
    <button
      type="button"
      className="btn wv__later"
      onClick={() => region.current?.scrollTo({ top: later.top - region.current.clientHeight / 2 })}
    >
      {later.count === 1 ? '1 session later' : `${later.count} sessions later`}
    </button>
  )
}

interface GridColumnProps {
  column: GridColumn
  index: number
  grid: GridView
  open: string | undefined
  moving: ReturnType<typeof useMoving>
  blocking: ReturnType<typeof useBlocking>
}

/** One day's column. */
export function GridColumnView({ column, index, grid, open, moving, blocking }: GridColumnProps) {
  const { from, view, date } = grid
  const target = moving.moving?.target.column === index ? moving.moving : undefined
  const drawn = blocking.drawn?.column === index ? blocking.drawn : undefined
  return (
    <div
      className={column.isClosed ? 'wv__g off' : 'wv__g'}
      data-column={column.date}
      onPointerDown={blocking.onPointerDown}
    >
      {column.shades.map(({ top, length, isNone }) => (
        <i
          key={`${top} ${isNone}`}
          className={isNone ? 'wv__off is-none' : 'wv__off'}
          style={boxOf(top - from, length)}
        />
      ))}
      {column.events.map((event) => (
        <GridEventLink
          key={event.key}
          event={event}
          from={from}
          query={{ view, date }}
          isOpen={event.id === open}
          isLifted={moving.moving?.event.key === event.key}
          onPointerDown={(press) => moving.onPointerDown(press, event)}
          onKeyDown={(press) => moving.onKeyDown(press, event)}
          onBlur={moving.leave}
        />
      ))}
      {target ? (
        <div
          className="ev-b is-ghost"
          aria-hidden="true"
          style={boxOf(target.target.minute - from, target.event.move?.minutes ?? 60)}
        >
          <b>{target.target.time}</b>
          <span>{target.event.title}</span>
        </div>
      ) : null}
      {drawn ? (
        <div
          className="ev-b block is-drawn"
          aria-hidden="true"
          style={boxOf(drawn.top - from, drawn.bottom - drawn.top)}
        >
          <b>Block</b>
        </div>
      ) : null}
      {column.isToday ? <NowLine column={column} from={from} until={grid.until} /> : null}
    </div>
  )
}

/** Position on the grid as CSS variables, in hours. */
export const boxOf = (top: number, length: number) =>
  ({ '--s': top / 60, '--d': length / 60 }) as CSSProperties

/** The line at the current time. Computed in the browser, since the page stays open. */
export function NowLine({ column, from, until }: { column: GridColumn; from: number; until: number }) {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, 30_000)
    return () => clearInterval(timer)
  }, [])
  if (now === null) return null
  const stretch = column.stretches.findLast(({ startsAt }) => startsAt <= now)
  const minute = stretch ? stretch.from + (now - stretch.startsAt) / 60_000 : undefined
  if (!stretch || minute === undefined || minute > stretch.until || minute < from || minute > until)
    return null
  return <div className="now" style={{ '--s': (minute - from) / 60 } as CSSProperties} />
}

const LOOKS: Record<EntryKind, string> = {
  requested: 'req',
  confirmed: '',
  done: 'done',
  'no-show': 'done gone',
  held: 'held',
  block: 'block',
  external: 'external',
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

/** An entry on the grid, with its buffers lightly shaded. */
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
          prefetch="intent"
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
