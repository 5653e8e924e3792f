import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPromoDue, isPromoLink, isPromoUnwanted, PROMO_DELAY, PROMO_INTERVAL } from './promo'
import { promoStateAt } from './shell'

const ZONE = 'America/New_York'
const MARCH = { enabled: true, from: '2027-03-14', until: '2027-06-30' }

it.each([
  [{ ...MARCH, enabled: false }, '2027-04-01T12:00:00Z', 'off', 'Off. Visitors don’t see it.'],
  [MARCH, '2027-03-14T04:59:59Z', 'ahead', 'Starts on March 14, 2027.'],
  [MARCH, '2027-03-14T05:00:00Z', 'shown', 'Live until June 30, 2027.'],
  [MARCH, '2027-07-01T03:59:59Z', 'shown', 'Live until June 30, 2027.'],
  [MARCH, '2027-07-01T04:00:00Z', 'over', 'Ended on June 30, 2027.'],
  [{ enabled: true, from: null, until: null }, '2027-01-01T00:00:00Z', 'shown', 'Live, with no end date.'],
])('the owner sees the promotion’s state: %j at %s', (promo, now, state, sentence) => {
  expect(promoStateAt(promo, ZONE, Date.parse(now))).toMatchObject({ state, sentence })
})

it.each(['/', '/book-session', '/services#prom', '/gallery?category=Prom', 'https://example.com/prom?x=1'])(
  'a promotion may link to %j',
  (link) => expect(isPromoLink(link)).toBe(true),
)

it.each([
  '',
  'book-session',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  '/%2f/example.com',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'http://example.com',
  'https://',
  'https:/example.com',
  'https://us@example.com',
  'https://example.com/a b',
  'https://example.com\\@evil.example',
  `/${'a'.repeat(500)}`,
])('it can’t link to %j', (link) => expect(isPromoLink(link)).toBe(false))

it('an accepted link leads to this site or to an https address in every browser', () => {
  const pieces = fc.constantFrom('/', '\\', '\t', '%2f', 'javascript:', 'https:', 'a', '.', '@', '#', '?')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const link = parts.join('')
      if (!isPromoLink(link)) return
      const { origin, protocol } = new URL(link, 'https://ours.example')
      expect(link.startsWith('/') ? origin : protocol).toBe(
        link.startsWith('/') ? 'https://ours.example' : 'https:',
      )
    }),
  )
})

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
  ])('treats %j as never shown', (kept) => {
    expect(isPromoDue(kept, now)).toBe(true)
  })

  it('counts a future time as shown', () => {
    expect(isPromoDue(String(now + 1), now)).toBe(false)
  })

  it.each([
    '/',
    '/gallery',
    '/book-session',
    '/book-session/',
    '/book-session?step=session',
    '/contact?service=portrait',
    '/thank-you',
    '/newsletters',
    '/owners',
    '/contracts',
    '/blog/verify',
  ])('may appear on %s', (path) => expect(isPromoUnwanted(path)).toBe(false))

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
    '/newsletter',
    '/newsletter/unsubscribe/x',
    '/newsletter/preferences/x',
    '/newsletter/confirm/x',
    '/contract',
    '/contract/x',
    '/invoice/x',
    '/proposal',
    '/proposal/x',
    '/verify',
    '/post/x',
    '/book-session/details',
    '/book-session/review/',
    '/book-session/offer/x',
    '/book-session/confirm/x',
    '/book-session/waitlist?service=portrait',
    '/book-session/waitlist/leave/x',
    '/book-session?service=portrait',
    '/book-session/?location=studio&service=portrait',
    '/login?returnTo=/profile',
  ])('doesn’t appear on %s', (path) => expect(isPromoUnwanted(path)).toBe(true))

  it('follows the interval for every instant', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 47), fc.nat(2 ** 47), (shown, at) => {
        expect(isPromoDue(String(shown), at)).toBe(at - shown > 86_400_000)
      }),
    )
  })
})
