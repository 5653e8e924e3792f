import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useStudioZone } from '~/ui/studio/studio-zone'
import {
  drawn,
  lengthened,
  type Point,
  pointAt,
  STEP,
  type Stretch,
  shifted,
  stretched,
  timeWords,
  WEEK,
  weekdayName,
  windowOf,
} from '../../schedules/week-hours'
import type { Week } from './use-week'

const DAY = 1_440

/** A week's hours as a grid to draw on. The time fields below are equivalent. */
export function WeekGrid({ week }: { week: Week }) {
  const drawing = useDrawing(week)
  const { short } = useStudioZone()
  const grid = useRef<HTMLDivElement>(null)
  const focus = useRef<string>(undefined)
  // Moving a window to another day by keyboard changes its fields, so the focus follows.
  useEffect(() => {
    if (!focus.current) return
    grid.current?.querySelector<HTMLElement>(`[data-window="${focus.current}"]`)?.focus()
    focus.current = undefined
  })
  const onKey = (event: KeyboardEvent, stretch: Stretch) => {
    const next = keyed(event, stretch, week)
    if (!next) return
    event.preventDefault()
    if (next === 'removed') {
      focus.current = `add.${stretch.weekday}`
      return week.remove(stretch)
    }
    focus.current = `${next.weekday}.${next.n}`
    week.place(next, stretch)
  }
  const add = (weekday: number) => {
    const n = week.freeField(weekday)
    if (n === undefined) return
    const last = Math.max(540, ...week.stretches.flatMap((each) => (each.weekday === weekday ? each.to : [])))
    const from = Math.min(last, DAY - 120)
    focus.current = `${weekday}.${n}`
    week.place({ weekday, n, from, to: Math.min(from + 240, DAY) })
  }
  return (
    <section className="wk" aria-label="Week" ref={grid}>
      <div className="wk__head">
        <span className="wk__zone mono">{short}</span>
        {WEEK.map((weekday) => (
          <button
            type="button"
            key={weekday}
            className="wk__add"
            data-window={`add.${weekday}`}
            disabled={week.freeField(weekday) === undefined}
            onClick={() => add(weekday)}
          >
            <span aria-hidden="true">{weekdayName(weekday).slice(0, 3)}</span>
            <span className="vh">Add hours on {weekdayName(weekday)}</span>
            <span className="wk__plus" aria-hidden="true">
              +
            </span>
          </button>
        ))}
      </div>
      <div className="wk__body">
        <div className="wk__hours mono" aria-hidden="true">
          {[3, 6, 9, 12, 15, 18, 21].map((hour) => (
            <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
              {timeWords(`${String(hour).padStart(2, '0')}:00`)}
            </span>
          ))}
        </div>
        <div className="wk__grid" {...drawing}>
          {week.stretches.map((stretch) => (
            <WindowBlock
              key={`${stretch.weekday}.${stretch.n}`}
              stretch={stretch}
              onKeyDown={(event) => onKey(event, stretch)}
            />
          ))}
          {week.stretches
            .filter(({ to }) => to > DAY)
            .map(({ weekday, n, to }) => (
              <div
                key={`${weekday}.${n}`}
                className="wk__win wk__win--over"
                style={placed((weekday % 7) + 1, 0, to - DAY)}
              />
            ))}
        </div>
      </div>
      <p className="hint" id="week-keys">
        Drag to add hours. Keyboard: arrow keys move a block, Shift+arrow resizes it, Delete removes it.
      </p>
    </section>
  )
}

function WindowBlock({
  stretch,
  onKeyDown,
}: {
  stretch: Stretch
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const { weekday, n, from, to } = stretch
  const { opens, closes } = windowOf(stretch)
  const words = `${timeWords(opens)} to ${timeWords(closes)}`
  return (
    <button
      type="button"
      className="wk__win"
      data-window={`${weekday}.${n}`}
      style={placed(weekday, from, Math.min(to, DAY))}
      aria-describedby="week-keys"
      onKeyDown={onKeyDown}
    >
      <span className="wk__edge" data-edge="from" />
      <span className="vh">
        {weekdayName(weekday)}, {words}
      </span>
      <span className="wk__words" aria-hidden="true">
        {timeWords(opens)}
        <br />
        {timeWords(closes)}
      </span>
      <span className="wk__edge wk__edge--to" data-edge="to" />
    </button>
  )
}

const placed = (weekday: number, from: number, to: number) => ({
  left: `${((weekday - 1) / 7) * 100}%`,
  top: `${(from / DAY) * 100}%`,
  height: `${((to - from) / DAY) * 100}%`,
})

/** @returns the window after a key; undefined: the key does nothing */
function keyed(event: KeyboardEvent, stretch: Stretch, week: Week): Stretch | 'removed' | undefined {
  const { key, shiftKey } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (key === 'Delete' || key === 'Backspace') return 'removed'
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const by = key === 'ArrowUp' ? -STEP : STEP
    return { ...stretch, ...(shiftKey ? lengthened(stretch, by) : shifted(stretch, by)) }
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const weekday = stretch.weekday + (key === 'ArrowLeft' ? -1 : 1)
  const n = weekday >= 1 && weekday <= 7 ? week.freeField(weekday) : undefined
  return n === undefined ? stretch : { ...stretch, weekday, n }
}

type Drag =
  | { kind: 'draw'; start: Point; at: Stretch }
  | { kind: 'move'; start: Point; was: Stretch; at: Stretch }
  | { kind: 'edge'; edge: 'from' | 'to'; was: Stretch; at: Stretch }

/** Pointer actions on the week grid: draw a window, move it, or drag its edges. */
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
        // Otherwise the press would take the focus and select text.
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
  // A touch on empty space scrolls the page. On touch screens, the “Add hours” button adds a window.
  if (event.pointerType === 'touch') return undefined
  const n = week.freeField(start.weekday)
  if (n === undefined) return undefined
  return { kind: 'draw', start, at: { weekday: start.weekday, n, ...drawn(start, start) } }
}

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  return pointAt((event.clientX - left) / width, (event.clientY - top) / height)
}
