import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileTimes } from './file-time'

const ZONE = 'America/New_York'
const timeOf = fileTimes(ZONE)

test('a photo has the time that its camera showed', () => {
  expect(timeOf({ capturedAt: '2026-06-13T16:42:11', arrivedAt: 0 })).toEqual({
    wall: '2026-06-13T16:42:11',
    at: Date.parse('2026-06-13T20:42:11Z'),
  })
  expect(timeOf({ capturedAt: '2026-12-13T16:42:11', arrivedAt: 0 }).at).toBe(
    Date.parse('2026-12-13T21:42:11Z'),
  )
})

test.each([null, '', '0000-00-00T00:00:00', '2026-02-30T10:00:00', 'yesterday'])(
  'one whose camera said %j has the time of its arrival',
  (capturedAt) => {
    expect(timeOf({ capturedAt, arrivedAt: Date.parse('2026-06-13T20:42:11Z') }).wall).toBe(
      '2026-06-13T16:42:11',
    )
  },
)

test('any instant has the studio’s wall time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Date.parse('2100-01-01') / 1000 }),
      fc.constantFrom(ZONE, 'Asia/Kathmandu', 'UTC', 'Australia/Lord_Howe'),
      (second, zone) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(second * 1000).toZonedDateTimeISO(zone)
        const wall = zoned.toPlainDateTime().toString({ smallestUnit: 'second' })
        expect(fileTimes(zone)({ capturedAt: null, arrivedAt: second * 1000 })).toEqual({
          wall,
          at: second * 1000,
        })
      },
    ),
  )
})
