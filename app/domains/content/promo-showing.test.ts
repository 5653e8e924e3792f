import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPromoDue, isPromoUnwanted, PROMO_DELAY, PROMO_INTERVAL } from './promo-showing'

const now = Date.UTC(2026, 10, 20)

describe('the promotion (R27)', () => {
  it('keeps the numbers of the specification (R41)', () => {
    expect(PROMO_DELAY).toBe(2_000)
    expect(PROMO_INTERVAL).toBe(86_400_000)
  })

  it('is due when it was never shown', () => {
    expect(isPromoDue(null, now)).toBe(true)
  })

  it('is due when more than the interval has passed, and not before', () => {
    expect(isPromoDue(String(now - 86_400_001), now)).toBe(true)
    expect(isPromoDue(String(now - 86_400_000), now)).toBe(false)
    expect(isPromoDue(String(now), now)).toBe(false)
  })

  it.each([
    '',
    ' ',
    'soon',
    'NaN',
    'Infinity',
    '-1',
    '1e12',
    '12.5',
    '0x10',
    '2026-11-20',
    '{}',
    '9'.repeat(400),
  ])('takes %j for never', (kept) => {
    expect(isPromoDue(kept, now)).toBe(true)
  })

  it('takes an instant that lies ahead for shown', () => {
    expect(isPromoDue(String(now + 1), now)).toBe(false)
  })

  it.each([
    '/',
    '/gallery',
    '/book-session',
    '/book-session/',
    '/book-session/waitlist',
    '/contact',
    '/thank-you',
    '/newsletter',
    '/owners',
  ])('may come on %s', (path) => expect(isPromoUnwanted(path)).toBe(false))

  it.each([
    '/login',
    '/Register/',
    '/forgot-password',
    '/reset-password/x',
    '/verify-email/x',
    '/sign-in/x',
    '/confirm-email/x',
    '/owner/x',
    '/profile',
    '/profile/two-factor',
    '/download/x/favorites',
    '/g/x',
    '/booking',
    '/booking/reschedule',
    '/newsletter/unsubscribe/x',
    '/book-session/details',
    '/book-session/review/',
    '/book-session/offer/x',
    '/book-session/waitlist/leave/x',
  ])('stays away from %s', (path) => expect(isPromoUnwanted(path)).toBe(true))

  it('follows the interval for every instant', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 47), fc.nat(2 ** 47), (shown, at) => {
        expect(isPromoDue(String(shown), at)).toBe(at - shown > 86_400_000)
      }),
    )
  })
})
