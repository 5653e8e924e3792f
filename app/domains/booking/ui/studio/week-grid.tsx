import { type CSSProperties, useEffect, useRef } from 'react'
import { hourLines } from '../../calendar/grid'
import { type GridView, isQuiet } from '../../calendar/model'
import { GridColumnView } from './grid-column'
import { LaterButton } from './later-button'
import { MoveDialog } from './move-dialog'
import { useBlocking } from './use-blocking'
import { useMoving } from './use-moving'

/** One day or seven side by side, 50 pixels an hour. @param open the id of what the drawer shows */
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
    // Safari lets a drag keep the page from scrolling only where somebody listened when the finger came down.
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

/** Scrolls to 8 AM, or to an earlier session, and sideways to today where not all days fit. */
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
