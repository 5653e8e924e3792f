import { expect, test } from 'vitest'
import type { Booking } from '../bookings/model'
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
    'You can move it once at no cost until Thursday, December 3, 2026, 10:30 AM EST. Every other move costs $75.',
    'If you cancel until Saturday, November 21, 2026, 10:30 AM EST, the deposit of $75 comes back to you; later we keep it.',
  ])
  const late = [
    'Moving it to another free start costs $75.',
    'If you cancel now, we keep the deposit of $75.',
  ]
  expect(policyWords(booking, at('2026-12-04T15:00:00Z'))).toEqual(late)
  expect(policyWords(booking, at('2026-11-25T15:00:00Z', 1))).toEqual(late)
})

test('what costs nothing is not dressed up', () => {
  const free = { ...booking, depositCents: 0, policy: { ...booking.policy, moveFeeCents: 0 } }
  expect(policyWords(free, at('2026-11-20T15:00:00Z'))).toEqual([
    'Moving it to another free start costs nothing.',
  ])
  const asked = { ...booking, acceptAskedAt: 1 }
  expect(policyWords(asked, at('2026-12-04T15:00:00Z'))).toEqual([
    'Since it was us who moved it, another date or canceling costs you nothing until you have accepted the new one.',
  ])
})

test('a request can be withdrawn', () => {
  const words = policyWords({ ...booking, state: 'requested' }, at('2026-12-04T15:00:00Z'))
  expect(words).toHaveLength(3)
  expect(words[0]).toMatch(/^Until we have answered, you can withdraw your request at no cost\./)
})
