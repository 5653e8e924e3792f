import type { Stretch } from './week-hours'

/** What a drag or a key does to a window on the week grid. Minutes, in half-hour steps. */
export const STEP = 30
const DAY = 1_440

/** Where a pointer is: a weekday, and the minute of its day. */
export interface Point {
  weekday: number
  minute: number
}

/** @param x and `y` as shares of the grid, 0 to 1 */
export const pointAt = (x: number, y: number): Point => ({
  weekday: Math.min(7, Math.max(1, Math.floor(x * 7) + 1)),
  minute: Math.min(DAY, Math.max(0, y * DAY)),
})

/** From where the drag began to where it is, both half-hours included. */
export function drawn(start: Point, now: Point): Pick<Stretch, 'from' | 'to'> {
  const [low, high] = [Math.min(start.minute, now.minute), Math.max(start.minute, now.minute)]
  const from = Math.min(floor(low), DAY - STEP)
  return { from, to: Math.max(from + STEP, Math.ceil(high / STEP) * STEP) }
}

/** The window with its begin or its end where the pointer is; it never turns over. */
export function stretched(
  stretch: Pick<Stretch, 'from' | 'to'>,
  edge: 'from' | 'to',
  { minute }: Point,
): Pick<Stretch, 'from' | 'to'> {
  const at = Math.round(minute / STEP) * STEP
  return edge === 'from'
    ? { from: Math.max(0, Math.min(at, stretch.to - STEP, DAY - STEP)), to: stretch.to }
    : { from: stretch.from, to: Math.max(at, stretch.from + STEP) }
}

/** The window so many minutes later, as long as it is; it stays within its day unless it goes over midnight. */
export function shifted(
  { from, to }: Pick<Stretch, 'from' | 'to'>,
  by: number,
): Pick<Stretch, 'from' | 'to'> {
  const length = to - from
  const latest = to > DAY ? DAY - STEP : Math.max(0, DAY - length)
  const start = Math.max(0, Math.min(from + Math.round(by / STEP) * STEP, latest))
  return { from: start, to: start + length }
}

/** Later or earlier by one step at its end; up to a whole day long, over midnight too. */
export const lengthened = ({ from, to }: Pick<Stretch, 'from' | 'to'>, by: number) => ({
  from,
  to: Math.max(from + STEP, Math.min(to + by, from + DAY)),
})

const floor = (minute: number) => Math.floor(minute / STEP) * STEP
