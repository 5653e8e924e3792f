import { describe, expect, it } from 'vitest'
import {
  addDays,
  bareTime,
  cameraLabel,
  dateOf,
  dayLabel,
  endOfDate,
  fullDate,
  instantOf,
  isTimeZone,
  longDate,
  momentLabel,
  rangeInWords,
  rangeLabel,
  startOfDate,
  startOfYear,
  timeInWords,
  timeLabel,
  weekdayOf,
  yearOf,
  zoneName,
  zoneOfDates,
} from './time'

const NEW_YORK = 'America/New_York'
const at = (text: string) => Date.parse(text)

describe('dates', () => {
  it('depend on the zone, not on the machine', () => {
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

  it('begin later where clocks skip midnight', () => {
    expect(new Date(startOfDate('2026-09-06', 'America/Santiago')).toISOString()).toBe(
      '2026-09-06T04:00:00.000Z',
    )
  })
})

describe('wall times', () => {
  it('in the skipped hour move ahead by the gap', () => {
    expect(instantOf('2027-03-14', '02:30', NEW_YORK)).toBe(at('2027-03-14T03:30:00-04:00'))
  })

  it('in the repeated hour mean its first occurrence', () => {
    expect(instantOf('2027-11-07', '01:30', NEW_YORK)).toBe(at('2027-11-07T01:30:00-04:00'))
  })

  it('accept 24:00 as the end of the day', () => {
    expect(instantOf('2027-03-14', '24:00', NEW_YORK)).toBe(endOfDate('2027-03-14', NEW_YORK))
  })
})

describe('labels', () => {
  it('use American notation', () => {
    expect(longDate('2026-11-12')).toBe('November 12, 2026')
    expect(dayLabel('2026-11-28')).toBe('Saturday, November 28')
    expect(fullDate('2026-11-28')).toBe('Saturday, November 28, 2026')
    const label = (time: string) => timeLabel(at(`2026-11-28T${time}:00-05:00`), NEW_YORK)
    expect(['00:00', '09:00', '09:30', '12:00', '12:05', '18:00'].map(label)).toEqual([
      '12 AM EST',
      '9 AM EST',
      '9:30 AM EST',
      '12 PM EST',
      '12:05 PM EST',
      '6 PM EST',
    ])
  })

  it('of times, moments and ranges name the zone (D4)', () => {
    const span = { startsAt: at('2026-07-01T14:30:00Z'), endsAt: at('2026-07-01T16:15:00Z') }
    const { startsAt } = span
    expect([
      timeLabel(startsAt, NEW_YORK, 'full'),
      timeInWords(startsAt, NEW_YORK),
      momentLabel(startsAt, 'Europe/Berlin'),
      rangeLabel(span, NEW_YORK),
      rangeLabel({ ...span, endsAt: at('2026-07-01T15:00:00Z') }, NEW_YORK, 'full'),
      rangeInWords(span, NEW_YORK),
    ]).toEqual([
      '10:30 AM EDT',
      '10:30 AM Eastern Time',
      'Jul 1, 2026, 4:30 PM GMT+2',
      '10:30 AM – 12:15 PM EDT',
      '10:30 – 11:00 AM EDT',
      '10:30 AM – 12:15 PM Eastern Time',
    ])
  })

  it('show AM and PM twice for long ranges', () => {
    const span = { startsAt: at('2026-07-01T14:00:00Z'), endsAt: at('2026-07-02T13:00:00Z') }
    expect(rangeLabel(span, NEW_YORK)).toBe('10 AM – 9 AM EDT')
  })

  it('show both zones of a range across a clock change', () => {
    const span = { startsAt: at('2027-11-07T04:30:00Z'), endsAt: at('2027-11-07T07:30:00Z') }
    expect(rangeLabel(span, NEW_YORK)).toBe('12:30 AM EDT – 2:30 AM EST')
    const inTheDoubleHour = { startsAt: at('2027-11-07T05:00:00Z'), endsAt: at('2027-11-07T05:30:00Z') }
    expect(rangeInWords(inTheDoubleHour, NEW_YORK)).toBe('1 – 1:30 AM EDT')
    expect(zoneOfDates('2027-11-01', '2027-11-07', NEW_YORK)).toBe('Eastern Time')
    expect(zoneOfDates('2027-11-08', '2027-11-14', NEW_YORK)).toBe('EST')
  })

  it.each([
    ['2027-11-07T05:30:00Z', 'America/New_York', '1:30 AM EDT'],
    ['2027-11-07T06:30:00Z', 'America/New_York', '1:30 AM EST'],
    ['2027-11-07T04:30:00Z', 'America/New_York', '12:30 AM'],
    ['2027-11-07T07:00:00Z', 'America/New_York', '2 AM'],
    ['2027-03-14T07:30:00Z', 'America/New_York', '3:30 AM'],
    ['2027-10-31T00:30:00Z', 'Europe/London', '1:30 AM GMT+1'],
    ['2027-10-31T01:30:00Z', 'Europe/London', '1:30 AM GMT'],
    ['2027-04-03T14:45:00Z', 'Australia/Lord_Howe', '1:45 AM GMT+11'],
    ['2027-04-03T15:15:00Z', 'Australia/Lord_Howe', '1:45 AM GMT+10:30'],
    ['2027-11-07T08:30:00Z', 'America/Phoenix', '1:30 AM'],
    ['1969-07-20T20:17:59Z', 'UTC', '8:17 PM'],
  ])('below a heading with the zone, %s in %s is %s', (instant, zone, label) => {
    expect(bareTime(at(instant), zone)).toBe(label)
  })

  it('of a camera’s clock have no zone, since cameras record none', () => {
    expect(cameraLabel('2026-06-12T15:04:59')).toBe('Jun 12, 2026, 3:04 PM')
  })

  it('name the zone as people do, in summer and in winter (D4)', () => {
    expect(zoneName(NEW_YORK, at('2026-07-01T12:00:00Z'))).toBe('Eastern Time')
    expect(zoneName(NEW_YORK, at('2026-12-01T12:00:00Z'))).toBe('Eastern Time')
  })

  it('tell a zone name from other text', () => {
    expect([NEW_YORK, 'Europe/Berlin', 'Eastern', ''].map(isTimeZone)).toEqual([true, true, false, false])
  })
})
