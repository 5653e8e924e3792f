import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { cancelTermsOf, isChangeable, rescheduleTermsOf } from './policy'
import { checkoutPolicyCopy, emailPolicyCopy, policyCopy } from './policy-copy'
import type { Booking } from './reservations/model'

const agreedPolicy = {
  freeReschedules: 1,
  rescheduleHours: 48,
  rescheduleFeeCents: 7_500,
  depositRefundDays: 14,
}
const agreement = {
  policy: agreedPolicy,
  depositCents: 7_500,
  hasProposal: false,
  sessionDate: Date.parse('2026-12-05T15:30:00Z'),
  now: Date.parse('2026-11-20T15:00:00Z'),
  zone: 'America/New_York',
}

test('the policy is stated with dates, times and amounts', () => {
  expect(checkoutPolicyCopy(agreement)).toEqual([
    'Reschedule once for free until Thursday, December 3, 10:30 AM EST. After that, rescheduling costs $75.',
    'Cancel by Saturday, November 21, 10:30 AM EST, and we’ll refund your $75 deposit. After that, it’s nonrefundable.',
  ])
})

test('terms that no longer apply, or never did, are stated as such', () => {
  expect(checkoutPolicyCopy({ ...agreement, now: Date.parse('2026-12-04T12:00:00Z') })).toEqual([
    'Rescheduling costs $75.',
    'If you cancel, your $75 deposit is nonrefundable.',
  ])
  expect(
    checkoutPolicyCopy({ ...agreement, depositCents: 0, policy: { ...agreedPolicy, rescheduleFeeCents: 0 } }),
  ).toEqual(['Rescheduling is free.', 'Cancel anytime. There’s no deposit to lose.'])
  expect(checkoutPolicyCopy({ ...agreement, hasProposal: true })[1]).toBe(
    'Cancel at no cost until you sign your proposal.',
  )
  expect(checkoutPolicyCopy({ ...agreement, policy: { ...agreedPolicy, freeReschedules: 3 } })[0]).toMatch(
    /^Reschedule up to 3 times/,
  )
})

const bookedSession = {
  state: 'confirmed',
  acceptanceRequestedAt: null,
  heldUntil: null,
  sessionDate: Date.parse('2026-12-05T15:30:00Z'),
  zone: 'America/New_York',
  depositCents: 7_500,
  policy: { freeReschedules: 1, rescheduleHours: 48, rescheduleFeeCents: 7_500, depositRefundDays: 14 },
} as Booking
const at = (now: string, reschedules = 0) => ({ now: Date.parse(now), reschedules })

test('the terms say what applies from now on', () => {
  expect(emailPolicyCopy(bookedSession, at('2026-11-20T15:00:00Z'))).toEqual([
    'You can reschedule once for free until Thursday, December 3, 2026, 10:30 AM EST. After that, rescheduling costs $75.',
    'If you cancel by Saturday, November 21, 2026, 10:30 AM EST, we’ll refund your $75 deposit. After that, it’s nonrefundable.',
  ])
  const late = [
    'Rescheduling to another open time costs $75.',
    'If you cancel now, your $75 deposit is nonrefundable.',
  ]
  expect(emailPolicyCopy(bookedSession, at('2026-12-04T15:00:00Z'))).toEqual(late)
  expect(emailPolicyCopy(bookedSession, at('2026-11-25T15:00:00Z', 1))).toEqual(late)
})

test('free terms are stated briefly', () => {
  const free = {
    ...bookedSession,
    depositCents: 0,
    policy: { ...bookedSession.policy, rescheduleFeeCents: 0 },
  }
  expect(emailPolicyCopy(free, at('2026-11-20T15:00:00Z'))).toEqual([
    'Rescheduling to another open time is free.',
  ])
  const asked = { ...bookedSession, acceptanceRequestedAt: 1 }
  expect(emailPolicyCopy(asked, at('2026-12-04T15:00:00Z'))).toEqual([
    'Since we rescheduled, you can choose another date or cancel at no cost until you confirm the new one.',
  ])
})

test('a request can be withdrawn', () => {
  const words = emailPolicyCopy({ ...bookedSession, state: 'requested' }, at('2026-12-04T15:00:00Z'))
  expect(words).toHaveLength(3)
  expect(words[0]).toMatch(/^You can withdraw your request at no cost until we reply\./)
  const held = { ...bookedSession, state: 'requested' as const, heldUntil: at('2026-12-05T15:00:00Z').now }
  expect(emailPolicyCopy(held, at('2026-12-04T15:00:00Z'))[0]).toMatch(/until your session is confirmed\./)
})

const HOUR = 3_600_000
const SESSION = Date.parse('2026-12-05T15:30:00Z')

const booking = (given: Partial<Booking> = {}) =>
  ({
    state: 'confirmed',
    sessionDate: SESSION,
    zone: 'America/New_York',
    depositCents: 7_500,
    acceptanceRequestedAt: null,
    policy: { freeReschedules: 1, rescheduleHours: 48, rescheduleFeeCents: 7_500, depositRefundDays: 14 },
    ...given,
  }) as Booking

const wordsAt = (
  hoursBefore: number,
  given: Partial<Booking> = {},
  { received = 7_500, fees = 0, ...rest }: { reschedules?: number; received?: number; fees?: number } = {},
) =>
  policyCopy(booking(given), {
    now: SESSION - hoursBefore * HOUR,
    reschedules: 0,
    balance: { deposit: received, feesLasting: fees },
    ...rest,
  })

it('says until when rescheduling and canceling are free, and what they cost after that', () => {
  expect(wordsAt(400)).toMatchObject({
    rescheduling: 'Rescheduling is free until Thursday, December 3, 10:30 AM EST. After that, it costs $75.',
    canceling:
      'Cancel by Saturday, November 21, 10:30 AM EST and we’ll refund your $75 deposit. After that, it’s nonrefundable.',
  })
  expect(wordsAt(24)).toMatchObject({
    rescheduling: 'Rescheduling now costs $75, on top of the price.',
    rescheduleFeeCents: 7_500,
    canceling: 'If you cancel now, your $75 deposit is nonrefundable.',
    isDepositKept: true,
  })
  expect(wordsAt(400, {}, { reschedules: 1 }).rescheduling).toBe(
    'Rescheduling now costs $75, on top of the price.',
  )
})

it('speaks of the policy that was agreed, of a deposit that was not received, and of none', () => {
  const agreed = { freeReschedules: 2, rescheduleHours: 24, rescheduleFeeCents: 0, depositRefundDays: 0 }
  expect(wordsAt(1, { policy: agreed })).toMatchObject({
    rescheduling: 'Rescheduling is free.',
    isDepositKept: false,
  })
  expect(wordsAt(1, {}, { received: 0 }).canceling).toContain('still owe')
  expect(wordsAt(1, {}, { received: 2_500 }).canceling).toBe(
    'If you cancel now, your $75 deposit is nonrefundable, and you’ll still owe $50 of it.',
  )
  expect(wordsAt(400, {}, { received: 2_500 }).canceling).toContain('we’ll refund $25 of your $75 deposit.')
  expect(wordsAt(400, {}, { received: 0 }).canceling).toMatch(
    /you won’t owe the \$75 deposit\. After that, it’s due\.$/,
  )
  expect(wordsAt(1, { depositCents: 0 }).canceling).toBe('Canceling is free.')
})

it('a request is free, and so is a date that the studio moved it to', () => {
  expect(wordsAt(1, { state: 'requested' }).canceling).toBe('You can withdraw your request at no cost.')
  expect(wordsAt(1, { acceptanceRequestedAt: SESSION - 9 * HOUR }, { reschedules: 3 })).toMatchObject({
    rescheduling: 'Rescheduling is free, since we chose the new date.',
    rescheduleFeeCents: 0,
    isDepositKept: false,
  })
})

it('says nothing once the session has begun or has ended otherwise', () => {
  expect(wordsAt(0)).toEqual({ rescheduling: '', canceling: '', rescheduleFeeCents: 0, isDepositKept: false })
  expect(wordsAt(400, { state: 'canceled' }).rescheduling).toBe('')
})

it('never gets cheaper as the session comes nearer', () => {
  const policy = fc.record({
    freeReschedules: fc.nat(3),
    rescheduleHours: fc.nat(100),
    rescheduleFeeCents: fc.nat(20_000),
    depositRefundDays: fc.nat(30),
  })
  fc.assert(
    fc.property(policy, fc.nat(4), fc.nat(800), fc.nat(800), (agreed, reschedules, a, b) => {
      const known = booking({ policy: agreed })
      const [early, late] = [SESSION - Math.max(a, b) * HOUR, SESSION - Math.min(a, b) * HOUR]
      const feeAt = (now: number) => rescheduleTermsOf(known, { now, reschedules }).feeCents
      expect(feeAt(early)).toBeLessThanOrEqual(feeAt(late))
      if (cancelTermsOf(known, late).isDepositReturned)
        expect(cancelTermsOf(known, early).isDepositReturned).toBe(true)
      expect(isChangeable(known, late)).toBe(late < SESSION)
    }),
  )
})
