import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateOf,
  dayLabel,
  endOfDate,
  fullDate,
  instantOf,
  isTimeZone,
  longDate,
  startOfDate,
  startOfYear,
  timeLabel,
  weekdayOf,
  yearOf,
  zoneName,
} from './time'

const NEW_YORK = 'America/New_York'
const at = (text: string) => Date.parse(text)

describe('dates', () => {
  it('are those of the zone, not of the machine', () => {
    expect(dateOf(at('2026-11-21T04:59:59Z'), NEW_YORK)).toBe('2026-11-20')
    expect(dateOf(at('2026-11-21T05:00:00Z'), NEW_YORK)).toBe('2026-11-21')
    expect(yearOf(at('2027-01-01T04:59:59.999Z'), NEW_YORK)).toBe(2026)
    expect(startOfYear(2027, NEW_YORK)).toBe(at('2027-01-01T05:00:00Z'))
  })

  it('last 23 hours when the clock goes ahead and 25 when it goes back', () => {
    const hours = (date: string) => (endOfDate(date, NEW_YORK) - startOfDate(date, NEW_YORK)) / 3_600_000
    expect([hours('2027-03-13'), hours('2027-03-14'), hours('2027-11-07')]).toEqual([24, 23, 25])
  })

  it('cross months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(weekdayOf('2026-11-22')).toBe(7)
  })

  it('begin later where the clock skips midnight', () => {
    expect(new Date(startOfDate('2026-09-06', 'America/Santiago')).toISOString()).toBe(
      '2026-09-06T04:00:00.000Z',
    )
  })
})

describe('wall times', () => {
  it('that the clock skips are moved ahead by the gap', () => {
    expect(instantOf('2027-03-14', '02:30', NEW_YORK)).toBe(at('2027-03-14T03:30:00-04:00'))
  })

  it('that the clock shows twice are the first', () => {
    expect(instantOf('2027-11-07', '01:30', NEW_YORK)).toBe(at('2027-11-07T01:30:00-04:00'))
  })

  it('take 24:00 as the midnight that ends the day', () => {
    expect(instantOf('2027-03-14', '24:00', NEW_YORK)).toBe(endOfDate('2027-03-14', NEW_YORK))
  })
})

describe('labels', () => {
  it('are written as Americans write them', () => {
    expect(longDate('2026-11-12')).toBe('November 12, 2026')
    expect(dayLabel('2026-11-28')).toBe('Saturday, November 28')
    expect(fullDate('2026-11-28')).toBe('Saturday, November 28, 2026')
    const label = (time: string) => timeLabel(at(`2026-11-28T${time}:00-05:00`), NEW_YORK)
    expect(['00:00', '09:00', '09:30', '12:00', '12:05', '18:00'].map(label)).toEqual([
      '12 AM',
      '9 AM',
      '9:30 AM',
      '12 PM',
      '12:05 PM',
      '6 PM',
    ])
  })

  it('name the zone as people do, in summer and in winter (D4)', () => {
    expect(zoneName(NEW_YORK, at('2026-07-01T12:00:00Z'))).toBe('Eastern Time')
    expect(zoneName(NEW_YORK, at('2026-12-01T12:00:00Z'))).toBe('Eastern Time')
  })

  it('know a zone from a word', () => {
    expect([NEW_YORK, 'Europe/Berlin', 'Eastern', ''].map(isTimeZone)).toEqual([true, true, false, false])
  })
})
