import { wallClock } from '~/platform/wall-clock'
import type { GridColumn } from './model'

/** Minutes by which a drag or a key changes a time. */
export const STEP = 15

/** A point of the grid at which an entry can begin. */
export interface Target {
  column: number
  /** Minute on the axis. */
  minute: number
  /** Milliseconds since 1970. */
  at: number
  /** "9:15 AM", for the grid, which shows the zone in its heading. */
  time: string
  /** "Friday, November 20, 9:15 AM EST" */
  label: string
}

/** undefined: the day doesn't have this time because of a clock change. */
export function targetAt(columns: GridColumn[], column: number, minute: number): Target | undefined {
  const day = columns[column]
  const stretch = day?.stretches.find(({ from, until }) => from <= minute && minute < until)
  if (!day || !stretch) return undefined
  const past = minute - stretch.from
  const bare = wallClock(stretch.wall + past)
  const zoned = `${bare} ${stretch.zone}`
  const time = stretch.isTwice ? zoned : bare
  return { column, minute, at: stretch.startsAt + past * 60_000, time, label: `${day.name}, ${zoned}` }
}

/** The wall time of a point as HH:MM, for forms. */
export function wallAt(column: GridColumn, minute: number): string | undefined {
  const stretch = column.stretches.find(({ from, until }) => from <= minute && minute < until)
  if (!stretch) return undefined
  const wall = stretch.wall + minute - stretch.from
  return `${String(Math.floor(wall / 60)).padStart(2, '0')}:${String(wall % 60).padStart(2, '0')}`
}

/** The target after an arrow key, or the same one at the edge. Skips hours that a day doesn't have. */
export function stepped(columns: GridColumn[], target: Target, key: string): Target {
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0
  const minutes = { ArrowUp: -STEP, ArrowDown: STEP }[key] ?? 0
  if (days !== 0) return targetAt(columns, target.column + days, target.minute) ?? target
  const last = Math.max(...columns.flatMap(({ stretches }) => stretches.map(({ until }) => until)))
  if (minutes === 0) return target
  for (let minute = target.minute + minutes; minute >= 0 && minute < last; minute += minutes) {
    const found = targetAt(columns, target.column, minute)
    if (found) return found
  }
  return target
}

export const snapped = (minute: number): number => Math.round(minute / STEP) * STEP
