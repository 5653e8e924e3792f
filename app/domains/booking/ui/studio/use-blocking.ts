import { type PointerEvent, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { GridView } from '../../calendar/model'
import { STEP, wallAt } from '../../calendar/targets'
import { followDrag, pointUnder } from './grid-pointer'

export interface Drawn {
  column: number
  top: number
  bottom: number
}

/** Draws time on the empty grid, which opens the form that blocks it. For the mouse; the form is there for all. */
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
  // The midnight that ends the day is one of the next.
  const until = day && (wallAt(day, bottom) ?? '23:59')
  if (!day || !from || !until) return null
  const { view, date } = grid
  return studioPaths.newBlock({ view, date, firstDate: day.date, lastDate: day.date, from, until })
}
