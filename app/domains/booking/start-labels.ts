import { dateOf, dayLabel, fullDate, rangeInWords, rangeLabel, shortDay, timeLabel } from '~/platform/time'
import type { Span } from './availability/wall-time'

/** The times of a session in the studio's zone, in the formats that pages need. */
export interface StartLabels {
  /** YYYY-MM-DD */
  date: string
  /** "Sat, Dec 5" */
  shortDay: string
  /** "Saturday, December 5" */
  day: string
  /** "Saturday, December 5, 2026" */
  fullDay: string
  /** "10:30 AM EST" */
  time: string
  /** "10:30 – 11:15 AM EST" */
  range: string
  /** "10:30 – 11:15 AM Eastern Time" */
  rangeInWords: string
}

/** Only on the server: browsers get finished labels. */
export function startLabels(span: Span, zone: string): StartLabels {
  const date = dateOf(span.startsAt, zone)
  return {
    date,
    shortDay: shortDay(date),
    day: dayLabel(date),
    fullDay: fullDate(date),
    time: clockTime(span.startsAt, zone),
    range: rangeLabel(span, zone, 'full'),
    rangeInWords: rangeInWords(span, zone, 'full'),
  }
}

/** "9:00 AM EST" */
export const clockTime = (at: number, zone: string): string => timeLabel(at, zone, 'full')

/** "Thursday, December 3, 10:30 AM EST" */
export const dayAndTime = (at: number, zone: string): string =>
  `${dayLabel(dateOf(at, zone))}, ${clockTime(at, zone)}`
