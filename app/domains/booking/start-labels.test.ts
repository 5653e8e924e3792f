import { expect, test } from 'vitest'
import { dayAndTime, startLabels } from './start-labels'

const labels = (from: string, minutes: number, zone = 'America/New_York') => {
  const startsAt = Date.parse(from)
  return startLabels({ startsAt, endsAt: startsAt + minutes * 60_000 }, zone)
}

test('a session’s time is shown in the studio’s zone', () => {
  expect(labels('2026-12-05T15:30:00Z', 45)).toEqual({
    date: '2026-12-05',
    shortDay: 'Sat, Dec 5',
    day: 'Saturday, December 5',
    fullDay: 'Saturday, December 5, 2026',
    time: '10:30 AM EST',
    range: '10:30 – 11:15 AM EST',
    rangeInWords: '10:30 – 11:15 AM Eastern Time',
  })
  expect(labels('2027-01-01T04:30:00Z', 60)).toMatchObject({
    date: '2026-12-31',
    range: '11:30 PM – 12:30 AM EST',
  })
})

test('a single time includes the zone at that date', () => {
  expect(labels('2026-07-01T14:30:00Z', 45).time).toBe('10:30 AM EDT')
  expect(dayAndTime(Date.parse('2026-12-03T15:30:00Z'), 'America/New_York')).toBe(
    'Thursday, December 3, 10:30 AM EST',
  )
})

test('both 1:30s of the night when clocks go back are distinguished', () => {
  const night = labels('2027-11-07T05:30:00Z', 60)
  expect([night.range, night.rangeInWords]).toEqual(Array(2).fill('1:30 AM EDT – 1:30 AM EST'))
})
