import { expect, test } from 'vitest'
import { dayAndTime, startLabels } from './start-labels'

const labels = (from: string, minutes: number, zone = 'America/New_York') => {
  const startsAt = Date.parse(from)
  return startLabels({ startsAt, endsAt: startsAt + minutes * 60_000 }, zone)
}

test('a session is told in the studio’s zone', () => {
  expect(labels('2026-12-05T15:30:00Z', 45)).toEqual({
    date: '2026-12-05',
    shortDay: 'Sat, Dec 5',
    day: 'Saturday, December 5',
    fullDay: 'Saturday, December 5, 2026',
    time: '10:30 AM',
    range: '10:30 – 11:15 AM',
    zonedTime: '10:30 AM EST',
    zonedRange: '10:30 – 11:15 AM EST',
  })
  expect(labels('2026-12-05T16:30:00Z', 60).range).toBe('11:30 AM – 12:30 PM')
  expect(labels('2027-01-01T04:30:00Z', 60)).toMatchObject({
    date: '2026-12-31',
    range: '11:30 PM – 12:30 AM',
  })
})

test('a single time carries the zone that holds then', () => {
  expect(labels('2026-07-01T14:30:00Z', 45).zonedTime).toBe('10:30 AM EDT')
  expect(dayAndTime(Date.parse('2026-12-03T15:30:00Z'), 'America/New_York')).toBe(
    'Thursday, December 3, 10:30 AM EST',
  )
})

test('both half past ones of the night in which clocks go back are told apart', () => {
  expect(labels('2027-11-07T05:30:00Z', 60).range).toBe('1:30 AM EDT – 1:30 AM EST')
  expect(labels('2027-11-07T05:30:00Z', 60).zonedRange).toBe('1:30 AM EDT – 1:30 AM EST')
  expect(labels('2027-11-07T04:30:00Z', 180).zonedRange).toBe('12:30 AM EDT – 2:30 AM EST')
  expect(labels('2027-11-07T06:30:00Z', 60).range).toBe('1:30 AM EST – 2:30 AM')
})
