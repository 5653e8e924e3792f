import { expect, test } from 'vitest'
import type { Booking } from '../reservations/model'
import { policyWords } from './policy-words'

const booking = {
  state: 'confirmed',
  acceptAskedAt: null,
  sessionDate: Date.parse('2026-12-05T15:30:00Z'),
  zone: 'America/New_York',
  depositCents: 7_500,
  policy: { freeMoves: 1, moveHours: 48, moveFeeCents: 7_500, depositBackDays: 14 },
} as Booking
const at = (now: string, moves = 0) => ({ now: Date.parse(now), moves })

test('the terms say what applies from now on', () => {
  expect(policyWords(booking, at('2026-11-20T15:00:00Z'))).toEqual([
    'You can reschedule once for free until Thursday, December 3, 2026, 10:30 AM EST. After that, rescheduling costs $75.',
    'If you cancel by Saturday, November 21, 2026, 10:30 AM EST, we’ll refund your $75 deposit. After that, it’s nonrefundable.',
  ])
  const late = [
    'Rescheduling to another open time costs $75.',
    'If you cancel now, your $75 deposit is nonrefundable.',
  ]
  expect(policyWords(booking, at('2026-12-04T15:00:00Z'))).toEqual(late)
  expect(policyWords(booking, at('2026-11-25T15:00:00Z', 1))).toEqual(late)
})

test('what costs nothing is not dressed up', () => {
  const free = { ...booking, depositCents: 0, policy: { ...booking.policy, moveFeeCents: 0 } }
  expect(policyWords(free, at('2026-11-20T15:00:00Z'))).toEqual([
    'Rescheduling to another open time is free.',
  ])
  const asked = { ...booking, acceptAskedAt: 1 }
  expect(policyWords(asked, at('2026-12-04T15:00:00Z'))).toEqual([
    'Since we rescheduled, you can choose another date or cancel at no cost until you confirm the new one.',
  ])
})

test('a request can be withdrawn', () => {
  const words = policyWords({ ...booking, state: 'requested' }, at('2026-12-04T15:00:00Z'))
  expect(words).toHaveLength(3)
  expect(words[0]).toMatch(/^You can withdraw your request at no cost until we reply\./)
})
