import { expect, test } from 'vitest'
import { momentText, sessionDay, sessionTime } from './session-details'

const session = (from: string, until: string, zone = 'America/New_York') => ({
  sessionDate: Date.parse(from),
  sessionEnd: Date.parse(until),
  zone,
})

test('a session’s time is shown as on its page, in its own zone, by name', () => {
  const plain = session('2026-12-05T15:30:00Z', '2026-12-05T16:15:00Z')
  expect(sessionDay(plain)).toBe('Saturday, December 5, 2026')
  expect(sessionTime(plain)).toBe('10:30 – 11:15 AM Eastern Time')
})

test('times in a repeated hour include their zone', () => {
  const times = ['2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'].map((at) =>
    momentText(Date.parse(at), 'America/New_York'),
  )
  expect(times).toEqual(['Sunday, November 7, 2027, 1:30 AM EDT', 'Sunday, November 7, 2027, 1:30 AM EST'])
  expect(sessionTime(session('2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'))).toBe(
    '1:30 AM EDT – 1:30 AM EST',
  )
})

test('an end after midnight names its day', () => {
  expect(sessionTime(session('2027-01-01T04:30:00Z', '2027-01-01T05:30:00Z'))).toBe(
    '11:30 PM – 12:30 AM Eastern Time, ending Friday, January 1',
  )
})
