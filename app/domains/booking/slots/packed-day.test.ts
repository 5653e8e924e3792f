import { expect, it } from 'vitest'
import type { Day } from './model'
import { slotsOf } from './months'
import { packDay, unpackDay } from './packed-day'

const zone = 'America/New_York'
const startAt = (at: string, state: 'free' | 'held' | 'taken' = 'free', until?: string) => ({
  ...{ startsAt: Date.parse(at), endsAt: Date.parse(at) + 3_600_000, state, isClosed: false, miniDay: null },
  heldUntil: until === undefined ? null : Date.parse(until),
})

it('is the same day after it was packed, with every state and in an hour that comes twice', () => {
  const own = '2026-11-01T22:00:00Z'
  const starts = [
    startAt('2026-11-01T05:30:00Z'),
    startAt('2026-11-01T06:30:00Z', 'taken'),
    startAt('2026-11-01T18:15:00Z', 'held', '2026-11-01T15:15:00Z'),
    startAt(own),
  ]
  const day: Day = {
    date: '2026-11-01',
    label: 'Sunday, November 1',
    slots: slotsOf(starts, Date.parse(own), zone),
  }
  expect(day.slots.map(({ time, state }) => [time, state])).toEqual([
    ['1:30 AM EDT', 'free'],
    ['1:30 AM EST', 'taken'],
    ['1:15 PM EST', 'held'],
    ['5:00 PM EST', 'yours'],
  ])
  expect(unpackDay(day.date, packDay(day))).toEqual(day)
})

it('may have no starts', () => {
  const day = { date: '2026-11-02', label: 'Monday, November 2', slots: [] }
  expect(unpackDay(day.date, packDay(day))).toEqual(day)
})
