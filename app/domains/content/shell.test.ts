import { describe, expect, it } from 'vitest'
import { testBusiness, testSettings } from '../../../test/support/settings'
import type { Settings } from './model'
import { DEFAULT_NAVIGATION } from './navigation'
import { shellAt } from './shell'

const at = (text: string) => Date.parse(text)
const shown = (promo: Partial<Settings['promo']>, now: string) => {
  const { shell, validUntil } = shellAt(
    { ...testBusiness, navigation: DEFAULT_NAVIGATION, promo: { ...testSettings.promo, ...promo } },
    {},
    at(now),
  )
  return { promo: shell.promo?.title ?? null, year: shell.year, until: new Date(validUntil).toISOString() }
}
const PROM = 'Prom & Graduation Special'

describe('the layout’s data', () => {
  it('contains the current year in the studio’s zone, valid until it ends (R26, R41)', () => {
    expect(shown({}, '2026-12-31T23:59:59.999-05:00')).toEqual({
      promo: PROM,
      year: 2026,
      until: '2027-01-01T05:00:00.000Z',
    })
    expect(shown({}, '2027-01-01T00:00:00-05:00')).toMatchObject({
      year: 2027,
      until: '2028-01-01T05:00:00.000Z',
    })
  })

  it('contains the promotion on its first and last day and between, in the studio’s zone (R27)', () => {
    const days = { from: '2027-03-14', until: '2027-03-15' }
    expect(shown(days, '2027-03-13T23:59:59-05:00')).toEqual({
      promo: null,
      year: 2027,
      until: '2027-03-14T05:00:00.000Z',
    })
    expect(shown(days, '2027-03-14T00:00:00-05:00')).toMatchObject({
      promo: PROM,
      until: '2027-03-16T04:00:00.000Z',
    })
    expect(shown(days, '2027-03-15T23:59:59.999-04:00')).toMatchObject({ promo: PROM })
    expect(shown(days, '2027-03-16T00:00:00-04:00')).toMatchObject({
      promo: null,
      until: '2028-01-01T05:00:00.000Z',
    })
  })

  it('contains no promotion that is off, or whose last day is before its first', () => {
    expect(shown({ enabled: false, from: '2027-06-01' }, '2027-05-01T12:00:00Z')).toMatchObject({
      promo: null,
      until: '2028-01-01T05:00:00.000Z',
    })
    expect(shown({ from: '2027-06-02', until: '2027-06-01' }, '2027-06-01T12:00:00Z').promo).toBe(null)
  })
})
