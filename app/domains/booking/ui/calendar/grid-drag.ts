import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { GridEvent, GridView } from '../../calendar/model'
import { STEP, snapped, stepped, type Target, targetAt, wallAt } from '../../calendar/targets'
import { followDrag, pointUnder } from './grid-pointer'

export interface Drawn {
  column: number
  top: number
  bottom: number
}

/**
 * Drawing on the empty grid with the mouse opens the form for blocked time with these times. Without a mouse,
 * the form's button does.
 */
export function useBlocking(grid: GridView, region: RefObject<HTMLElement | null>) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const navigate = useNavigate()

  const onPointerDown = (press: PointerEvent) => {
    const box = region.current
    if (press.pointerType === 'touch' || press.button !== 0 || !box) return
    if (!(press.target instanceof HTMLElement) || press.target.closest('a, .ev-b')) return
    const start = pointUnder(box, press, grid)
    let last: Drawn | null = null
    followDrag(press.nativeEvent, {
      region: box,
      rest: 0,
      onMove: (at) => {
        const { minute } = pointUnder(box, at, grid)
        const top = Math.floor(Math.min(start.minute, minute) / STEP) * STEP
        const bottom = Math.ceil(Math.max(start.minute, minute) / STEP) * STEP
        last = { column: start.column, top: Math.max(grid.from, top), bottom: Math.min(grid.until, bottom) }
        setDrawn(last)
      },
      onDrop: () => {
        setDrawn(null)
        const address = last && addressFor(grid, last)
        if (address) navigate(address)
      },
      onCancel: () => setDrawn(null),
    })
  }
  return { drawn, onPointerDown }
}

function addressFor(grid: GridView, { column, top, bottom }: Drawn): string | null {
  const day = grid.columns[column]
  const from = day && wallAt(day, top)
  // The midnight at the end of the day belongs to the next date.
  const until = day && (wallAt(day, bottom) ?? '23:59')
  if (!day || !from || !until) return null
  const { view, date } = grid
  return studioPaths.newBlock({ view, date, firstDate: day.date, lastDate: day.date, from, until })
}

export interface Moving {
  event: GridEvent
  target: Target
}

/** In milliseconds. How long a finger has to rest on an entry to lift it. */
const REST = 400

/** Moves bookings on the grid by pointer, or by M and the arrow keys. Each move has to be confirmed. */
export function useMoving(grid: GridView, region: RefObject<HTMLElement | null>) {
  const [moving, setMoving] = useState<(Moving & { by: 'pointer' | 'keys' }) | null>(null)
  const [asked, setAsked] = useState<Moving | null>(null)
  const { columns } = grid

  const drop = (to: Moving | null) => {
    setMoving(null)
    const column = to && columns[to.target.column]
    const isElsewhere = to && !(column?.date === to.event.date && to.target.minute === to.event.top)
    if (isElsewhere) setAsked(to)
  }

  const onPointerDown = (press: PointerEvent, event: GridEvent) => {
    const box = region.current
    if (!event.move || press.button !== 0 || !box) return
    const grab = pointUnder(box, press, grid).minute - event.top
    let last: Moving | null = null
    followDrag(press.nativeEvent, {
      region: box,
      rest: press.pointerType === 'touch' ? REST : 0,
      onMove: (at) => {
        const under = pointUnder(box, at, grid)
        const target = targetAt(columns, under.column, snapped(under.minute - grab))
        if (!target) return
        last = { event, target }
        setMoving({ ...last, by: 'pointer' })
      },
      onDrop: () => drop(last),
      onCancel: () => drop(null),
    })
  }

  const onKeyDown = (press: KeyboardEvent, event: GridEvent) => {
    if (!event.move || press.ctrlKey || press.metaKey || press.altKey) return
    const isMoving = moving?.by === 'keys' && moving.event.key === event.key
    if (!isMoving) {
      if (press.key.toLowerCase() !== 'm') return
      const column = columns.findIndex(({ date }) => date === event.date)
      const target = targetAt(columns, column, event.top)
      if (target) setMoving({ event, target, by: 'keys' })
    } else if (press.key.startsWith('Arrow'))
      setMoving({ ...moving, target: stepped(columns, moving.target, press.key) })
    else if (press.key === 'Enter') drop(moving)
    else if (press.key === 'Escape') drop(null)
    else return
    press.preventDefault()
    press.stopPropagation()
  }

  const said =
    moving?.by === 'keys'
      ? `Moving ${moving.event.title}: ${moving.target.label}. Use arrow keys to move, Enter to drop, Escape to cancel.`
      : ''
  return {
    moving,
    asked,
    said,
    onPointerDown,
    onKeyDown,
    close: () => setAsked(null),
    leave: () => setMoving(null),
  }
}
