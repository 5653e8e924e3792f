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
    'Reschedule once for free until Thursday, December 3, 10:30 AM EST. After that, rescheduling costs $75.',
    'Cancel by Saturday, November 21, 10:30 AM EST, and we’ll refund your $75 deposit. After that, it’s nonrefundable.',
  ])
})

test('what no longer applies, or never did, is said as it is', () => {
  expect(policyWords({ ...agreement, now: Date.parse('2026-12-04T12:00:00Z') })).toEqual([
    'Rescheduling costs $75.',
    'If you cancel, your $75 deposit is nonrefundable.',
  ])
  expect(policyWords({ ...agreement, depositCents: 0, policy: { ...policy, moveFeeCents: 0 } })).toEqual([
    'Rescheduling is free.',
    'Cancel anytime. There’s no deposit to lose.',
  ])
  expect(policyWords({ ...agreement, policy: { ...policy, freeMoves: 3 } })[0]).toMatch(
    /^Reschedule up to 3 times/,
  )
})
