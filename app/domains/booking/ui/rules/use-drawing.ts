import { type PointerEvent, useRef } from 'react'
import type { Stretch } from '../../schedules/week-hours'
import { drawn, type Point, pointAt, shifted, stretched } from '../../schedules/week-hours'
import type { Week } from './use-week'

type Drag =
  | { kind: 'draw'; start: Point; at: Stretch }
  | { kind: 'move'; start: Point; was: Stretch; at: Stretch }
  | { kind: 'edge'; edge: 'from' | 'to'; was: Stretch; at: Stretch }

/** Pointers on the week grid: an empty place begins a window, a window moves, its edges pull. */
export function useDrawing(week: Week) {
  const drag = useRef<Drag>(undefined)
  const apply = (current: Drag, next: Stretch) => {
    const { at } = current
    if (next.weekday === at.weekday && next.from === at.from && next.to === at.to) return
    week.place(next, at)
    current.at = next
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const started = startOf(event, week)
      if (!started) return
      drag.current = started
      event.currentTarget.setPointerCapture(event.pointerId)
      if (started.kind === 'draw') {
        week.place(started.at)
        // Else the press would take the focus and select text.
        event.preventDefault()
      }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const current = drag.current
      if (!current) return
      const now = pointOf(event)
      switch (current.kind) {
        case 'draw':
          return apply(current, { ...current.at, ...drawn(current.start, now) })
        case 'edge':
          return apply(current, { ...current.at, ...stretched(current.was, current.edge, now) })
        case 'move': {
          const span = shifted(current.was, now.minute - current.start.minute)
          const { weekday, n } = current.at
          const free = now.weekday === weekday ? n : week.freeField(now.weekday)
          const day = free === undefined ? { weekday, n } : { weekday: now.weekday, n: free }
          return apply(current, { ...day, ...span })
        }
      }
    },
    onPointerUp: () => {
      drag.current = undefined
    },
    onPointerCancel: () => {
      drag.current = undefined
    },
  }
}

function startOf(event: PointerEvent<HTMLElement>, week: Week): Drag | undefined {
  const start = pointOf(event)
  const target = event.target as HTMLElement
  const name = target.closest<HTMLElement>('[data-window]')?.dataset.window
  const was = week.stretches.find((each) => `${each.weekday}.${each.n}` === name)
  const edge = target.closest<HTMLElement>('[data-edge]')?.dataset.edge
  if (was && (edge === 'from' || edge === 'to')) return { kind: 'edge', edge, was, at: was }
  if (was) return { kind: 'move', start, was, at: was }
  // A finger on an empty place scrolls the page; “Add hours” is what it presses.
  if (event.pointerType === 'touch') return undefined
  const n = week.freeField(start.weekday)
  if (n === undefined) return undefined
  return { kind: 'draw', start, at: { weekday: start.weekday, n, ...drawn(start, start) } }
}

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  return pointAt((event.clientX - left) / width, (event.clientY - top) / height)
}
