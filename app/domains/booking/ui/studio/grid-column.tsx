import type { CSSProperties } from 'react'
import type { GridColumn, GridView } from '../../calendar/model'
import { GridEventLink } from './grid-event-link'
import { NowLine } from './now-line'
import type { useBlocking } from './use-blocking'
import type { useMoving } from './use-moving'

interface GridColumnProps {
  column: GridColumn
  index: number
  grid: GridView
  open: string | undefined
  moving: ReturnType<typeof useMoving>
  blocking: ReturnType<typeof useBlocking>
}

/** A day from top to bottom. */
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

/** A place on the grid, in hours. */
export const boxOf = (top: number, length: number) =>
  ({ '--s': top / 60, '--d': length / 60 }) as CSSProperties
