import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addDays,
  dateOf,
  endOfDate,
  shortZoneName,
  startOfDate,
  timeLabel,
  weekdayOf,
  zoneName,
} from './time'
import { offsetAt, steadyInstant } from './zone-offsets'

const ZONES = [
  'America/New_York',
  'Europe/London',
  'America/Phoenix',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Africa/Casablanca',
]
const zones = fc.constantFrom(...ZONES)
const HOUR = 3_600_000

const zonedAt = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

/** Any time, more often within a day of a clock change, to the millisecond. */
const moments = fc
  .tuple(
    zones,
    fc.integer({ min: 0, max: 2_500_000 }),
    fc.integer({ min: -26 * HOUR, max: 26 * HOUR }),
    fc.boolean(),
  )
  .map(([zone, hours, beside, isNearChange]) => {
    const at = hours * HOUR * 0.2
    const change = isNearChange
      ? zonedAt(at, zone).getTimeZoneTransition('next')?.epochMilliseconds
      : undefined
    return { zone, at: change === undefined ? at : change + (beside % 3 === 0 ? Math.sign(beside) : beside) }
  })

it('equals Temporal’s offset, also at a clock change and a millisecond around it', () => {
  fc.assert(
    fc.property(moments, ({ zone, at }) => {
      const shown = zonedAt(at, zone)
      expect(offsetAt(at, zone)).toBe(shown.offsetNanoseconds / 1e6)
      expect(dateOf(at, zone)).toBe(shown.toPlainDate().toString())
      expect(timeLabel(at, zone)).toMatch(new RegExp(`^${shown.hour % 12 || 12}\\D`.replace('\\D', '[: ]')))
    }),
    { numRuns: 3_000 },
  )
})

it('has the names that Intl gives a zone at each moment', () => {
  const nameOf = (zone: string, at: number, timeZoneName: 'short' | 'longGeneric') =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value
  fc.assert(
    fc.property(moments, ({ zone, at }) => {
      expect(shortZoneName(zone, at)).toBe(nameOf(zone, at, 'short'))
      expect(zoneName(zone, at)).toBe(nameOf(zone, at, 'longGeneric'))
    }),
    { numRuns: 1_000 },
  )
})

it('returns the only instant of a wall time, or leaves it to Temporal', () => {
  fc.assert(
    fc.property(moments, ({ zone, at }) => {
      const wall = zonedAt(at, zone).toPlainDateTime()
      const steady = steadyInstant(Date.parse(`${wall.toString({ smallestUnit: 'millisecond' })}Z`), zone)
      if (steady === undefined) return
      for (const disambiguation of ['earlier', 'later'] as const)
        expect(wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds).toBe(steady)
    }),
    { numRuns: 3_000 },
  )
})

it('computes days like Temporal, including their first instants', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -800, max: 800 }), ({ zone, at }, days) => {
      const date = zonedAt(at, zone).toPlainDate()
      expect(addDays(date.toString(), days)).toBe(date.add({ days }).toString())
      expect(weekdayOf(date.toString())).toBe(date.dayOfWeek)
      expect(startOfDate(date.toString(), zone)).toBe(date.toZonedDateTime(zone).epochMilliseconds)
      expect(endOfDate(date.toString(), zone)).toBe(
        date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
      )
    }),
    { numRuns: 3_000 },
  )
})

it.each(['2027-02-30', '2027-13-01', '', 'tomorrow'])('refuses %j as a date', (date) => {
  expect(() => startOfDate(date, 'America/New_York')).toThrow(RangeError)
  expect(() => addDays(date, 1)).toThrow(RangeError)
  expect(() => weekdayOf(date)).toThrow(RangeError)
})

it('refuses an unknown zone', () => {
  expect(() => dateOf(0, 'Mars/Olympus')).toThrow(RangeError)
})
