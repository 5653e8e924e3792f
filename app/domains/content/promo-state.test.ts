import { expect, it } from 'vitest'
import { promoStateAt } from './promo-state'

const ZONE = 'America/New_York'
const MARCH = { enabled: true, from: '2027-03-14', until: '2027-06-30' }

it.each([
  [{ ...MARCH, enabled: false }, '2027-04-01T12:00:00Z', 'off', 'Off. Visitors don’t see it.'],
  [MARCH, '2027-03-14T04:59:59Z', 'ahead', 'Starts on March 14, 2027.'],
  [MARCH, '2027-03-14T05:00:00Z', 'shown', 'Live until June 30, 2027.'],
  [MARCH, '2027-07-01T03:59:59Z', 'shown', 'Live until June 30, 2027.'],
  [MARCH, '2027-07-01T04:00:00Z', 'over', 'Ended on June 30, 2027.'],
  [{ enabled: true, from: null, until: null }, '2027-01-01T00:00:00Z', 'shown', 'Live, with no end date.'],
])('the owner reads how the promotion stands: %j at %s', (promo, now, state, sentence) => {
  expect(promoStateAt(promo, ZONE, Date.parse(now))).toMatchObject({ state, sentence })
})
