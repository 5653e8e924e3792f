import { expect, test } from 'vitest'
import { dollars } from '~/ui/money'
import { policyWords } from './policy-words'

const policy = { freeMoves: 1, moveHours: 48, moveFeeCents: 7_500, depositBackDays: 14 }
const agreement = {
  policy,
  depositCents: 7_500,
  sessionDate: Date.parse('2026-12-05T15:30:00Z'),
  now: Date.parse('2026-11-20T15:00:00Z'),
  zone: 'America/New_York',
  amount: dollars,
}

test('the policy is said with its dates, times and amounts', () => {
  expect(policyWords(agreement)).toEqual([
    'Move once for free until Thursday, December 3, 10:30 AM EST; after that a move costs $75.',
    'Cancel until Saturday, November 21, 10:30 AM EST, and the deposit of $75 comes back.',
  ])
})

test('what no longer holds, or does not at all, is said as it is', () => {
  expect(policyWords({ ...agreement, now: Date.parse('2026-12-04T12:00:00Z') })).toEqual([
    'A move costs $75.',
    'If you cancel, the deposit of $75 stays with us.',
  ])
  expect(policyWords({ ...agreement, depositCents: 0, policy: { ...policy, moveFeeCents: 0 } })).toEqual([
    'A move costs nothing.',
    'Cancel whenever you have to; there is no deposit to lose.',
  ])
  expect(policyWords({ ...agreement, policy: { ...policy, freeMoves: 3 } })[0]).toMatch(/^Move up to 3 times/)
})
