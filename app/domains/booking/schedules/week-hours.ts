import { z } from 'zod'
import type { FieldValues } from '~/platform/forms'
import { isTime } from '~/platform/text'
import { wallClock } from '~/platform/wall-clock'
import { minutesOf, timeOf } from '../availability/wall-time'
import type { DayWindow } from './model'

export const WEEK = [1, 2, 3, 4, 5, 6, 7] as const
export const WINDOWS_A_DAY = 4
const DAY = 1_440

const NAMES = ['That day', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const weekdayName = (weekday: number): string => NAMES[weekday] ?? ''

/** Name of the field for the opening or closing time of the `n`th window of a day. */
export const windowField = (weekday: number, n: number, end: 'opens' | 'closes'): string =>
  `${end}.${weekday}.${n}`

/** The submitted times of some weekdays, by weekday and window. */
export interface PostedHours {
  opens: Record<string, Record<string, string>>
  closes: Record<string, Record<string, string>>
}

/** Schema of the window fields of some weekdays. */
export function hoursFields(weekdays: readonly number[]) {
  const windows = z.object(
    Object.fromEntries(Array.from({ length: WINDOWS_A_DAY }, (_, n) => [n, z.string()])),
  )
  const week = z.object(Object.fromEntries(weekdays.map((weekday) => [weekday, windows])))
  return { opens: week, closes: week }
}

type Sent = (name: string) => string

/** A window in minutes since midnight of its weekday. `to` is at most a day after `from`. */
export interface Stretch {
  weekday: number
  /** Index of the field pair that contains it. */
  n: number
  from: number
  to: number
}

/** Parses the fields of a window; undefined: not both times are valid. */
export function stretchOf(sent: Sent, weekday: number, n: number): Stretch | undefined {
  const [opens, closes] = [sent(windowField(weekday, n, 'opens')), sent(windowField(weekday, n, 'closes'))]
  if (!isTime(opens) || !isTime(closes)) return undefined
  const from = minutesOf(opens)
  return { weekday, n, from, to: minutesOf(closes) + (minutesOf(closes) > from ? 0 : DAY) }
}

export const windowOf = ({ weekday, from, to }: Stretch): DayWindow => ({
  weekday,
  opens: timeOf(from),
  closes: timeOf(to % DAY),
})

/** Parses the windows of some weekdays. Windows of a day that overlap or touch are joined. */
export function readHours(
  posted: PostedHours,
  weekdays: readonly number[],
): { hours: DayWindow[]; errors: FieldValues } {
  const errors: FieldValues = {}
  const sent: Sent = (name) => {
    const [end, weekday = '', n = ''] = name.split('.')
    return posted[end === 'opens' ? 'opens' : 'closes'][weekday]?.[n] ?? ''
  }
  const days = weekdays.map((weekday) => joined(readDay(sent, weekday, errors), errors))
  refuseRunningOver(days.flat(), weekdays, errors)
  return { hours: days.flat().map(windowOf), errors }
}

function readDay(sent: Sent, weekday: number, errors: FieldValues): Stretch[] {
  return Array.from({ length: WINDOWS_A_DAY }, (_, n) => n).flatMap((n) => {
    const [opens, closes] = [windowField(weekday, n, 'opens'), windowField(weekday, n, 'closes')]
    const [from, to] = [sent(opens), sent(closes)]
    if (from === '' && to === '') return []
    const name = weekdayName(weekday)
    if (!isTime(from))
      errors[opens] = from === '' ? `Enter when ${name} opens.` : 'Enter a time, such as 09:00.'
    if (!isTime(to))
      errors[closes] = to === '' ? `Enter when ${name} closes.` : 'Enter a time, such as 18:00.'
    const stretch = stretchOf(sent, weekday, n)
    if (stretch && from === to && from !== '00:00')
      errors[closes] = 'Opening and closing times are the same. For 24 hours, enter 12 AM to 12 AM.'
    return stretch ?? []
  })
}

function joined(stretches: Stretch[], errors: FieldValues): Stretch[] {
  const result: Stretch[] = []
  for (const next of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (!last || next.from > last.to) {
      result.push({ ...next })
      continue
    }
    last.to = Math.max(last.to, next.to)
    const length = last.to - last.from
    if (length > DAY || (length === DAY && last.from > 0))
      errors[windowField(next.weekday, next.n, 'closes')] =
        'Together with the other hours, this adds up to a full day or more. For 24 hours, enter 12 AM to 12 AM.'
  }
  return result
}

/** Hours past midnight must end before the next day's begin, so that each start belongs to one window. */
function refuseRunningOver(stretches: Stretch[], weekdays: readonly number[], errors: FieldValues): void {
  for (const night of stretches.filter(({ to }) => to > DAY)) {
    const after = weekdays.length === 1 ? night.weekday : (night.weekday % 7) + 1
    const hit = stretches.find(
      (each) => each !== night && each.weekday === after && each.from < night.to - DAY,
    )
    if (hit)
      errors[windowField(hit.weekday, hit.n, 'opens')] ??=
        `${weekdayName(night.weekday)}’s hours run until ${timeWords(timeOf(night.to % DAY))} on this day. Start after ${timeWords(timeOf(night.to % DAY))}.`
  }
}

/** The field values for these hours. */
export function hourValues(hours: DayWindow[]): FieldValues {
  const values: FieldValues = {}
  for (const weekday of new Set(hours.map((window) => window.weekday)))
    for (const [n, { opens, closes }] of hours.filter((each) => each.weekday === weekday).entries()) {
      values[windowField(weekday, n, 'opens')] = opens
      // Time inputs have no 24:00, so midnight is 00:00. After the opening time it means the next midnight.
      values[windowField(weekday, n, 'closes')] = closes === '24:00' ? '00:00' : closes
    }
  return values
}

/** "9 AM", "9:30 PM" @param time HH:MM */
export const timeWords = (time: string): string => wallClock(minutesOf(time))

/** "Tue to Sat 9 AM to 6 PM; Sun 10 AM to 2 PM and 4 PM to 6 PM" */
export function hoursInWords(hours: DayWindow[]): string {
  const wordsOn = (weekday: number) =>
    hours
      .filter((window) => window.weekday === weekday)
      .map(({ opens, closes }) => `${timeWords(opens)} to ${timeWords(closes)}`)
      .join(' and ')
  if (hours.some(({ weekday }) => weekday === 0)) return wordsOn(0)
  const runs: { first: number; last: number; words: string }[] = []
  for (const weekday of WEEK) {
    const words = wordsOn(weekday)
    const run = runs.at(-1)
    if (words === '') continue
    if (run && run.words === words && run.last === weekday - 1) run.last = weekday
    else runs.push({ first: weekday, last: weekday, words })
  }
  const short = (weekday: number) => weekdayName(weekday).slice(0, 3)
  return runs
    .map(({ first, last, words }) => `${short(first)}${last > first ? ` to ${short(last)}` : ''} ${words}`)
    .join('; ')
}

/** Minutes by which a drag or key changes a window on the week grid. */
export const STEP = 30

/** A pointer's position: a weekday and its minute. */
export interface Point {
  weekday: number
  minute: number
}

/** @param x from 0 to 1 across the grid @param y from 0 to 1 down the grid */
export const pointAt = (x: number, y: number): Point => ({
  weekday: Math.min(7, Math.max(1, Math.floor(x * 7) + 1)),
  minute: Math.min(DAY, Math.max(0, y * DAY)),
})

/** The window from the start of a drag to its current position, including both half hours. */
export function drawn(start: Point, now: Point): Pick<Stretch, 'from' | 'to'> {
  const [low, high] = [Math.min(start.minute, now.minute), Math.max(start.minute, now.minute)]
  const from = Math.min(floor(low), DAY - STEP)
  return { from, to: Math.max(from + STEP, Math.ceil(high / STEP) * STEP) }
}

/** Moves the start or end of a window to the pointer. It keeps at least one step. */
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

/** Moves a window by some minutes, keeping its length. It stays within its day unless it crosses midnight. */
export function shifted(
  { from, to }: Pick<Stretch, 'from' | 'to'>,
  by: number,
): Pick<Stretch, 'from' | 'to'> {
  const length = to - from
  const latest = to > DAY ? DAY - STEP : Math.max(0, DAY - length)
  const start = Math.max(0, Math.min(from + Math.round(by / STEP) * STEP, latest))
  return { from: start, to: start + length }
}

/** Moves the end by one step. The length is at most a day, across midnight too. */
export const lengthened = ({ from, to }: Pick<Stretch, 'from' | 'to'>, by: number) => ({
  from,
  to: Math.max(from + STEP, Math.min(to + by, from + DAY)),
})

const floor = (minute: number) => Math.floor(minute / STEP) * STEP
