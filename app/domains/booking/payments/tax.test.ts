import { expect, test } from 'vitest'
import { readLedger } from '~/domains/billing/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { mailTexts, studioViewOf } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePlace, makeSchedule, makeSessionType } from '../../../../test/support/factories'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { exportBookings } from '../manage/list.server'
import { addBooking } from '../manage/manual-booking.server'
import { readBookingFilter } from '../manage/model'
import { offerTax } from './offer-tax'

const clock = fixedClock('2026-11-20T15:00:00Z')
const config = {
  ...{
    siteUrl: 'https://studio.example.com',
    secret: 'a secret of tests',
    rateLimitScale: 100,
    stripe: undefined,
    smtpUrl: undefined,
  },
}
const author = { uid: 'u1', name: 'Dorian Ellis' }
const taxing = (taxes: Partial<typeof testSettings.policies.taxes>) => ({
  ...testSettings,
  policies: { ...testSettings.policies, taxes: { ...testSettings.policies.taxes, ...taxes } },
})

async function book(db: Db, settings = testSettings) {
  await putTestSettings(db, settings)
  const place = await makePlace(db, { slug: newId(), travel_fee_cents: 4_000 })
  const type = await makeSessionType(db, {
    ...{ slug: newId(), minutes: 60, increment_minutes: 30, deposit_cents: 7_500, places: [place] },
  })
  const fields: Record<string, string> = {
    ...{ type: type.id, place: place.id, date: '2026-12-05', time: '10:30', price: '285' },
    ...{ name: 'Ann Lee', email: 'ann@example.com', state: 'confirmed', notify: 'yes' },
  }
  const deps = { db, clock, config, author, clientAddress: '192.0.2.1' }
  const added = await addBooking(deps, { get: (name) => fields[name] ?? '', once: newId() })
  if (!added.ok) return expect.fail(JSON.stringify(added))
  return studioViewOf(deps, added.booking.id)
}

describeOnBothEngines('the tax of a booking', (openDb) => {
  test('is added to what the settings name, shown to everyone, and stays when they change', async () => {
    const { db } = await openDb()
    await makeSchedule(db)
    const booking = await book(db, taxing({ sessions: true, extras: true }))
    const { charges } = await readLedger({ db }, booking.id)
    expect(charges.map(({ kind, amountCents, tax }) => [kind, amountCents, tax])).toEqual([
      ['session', 30_388, { name: 'Sales tax', rate: 6_625, cents: 1_888 }],
      ['travel', 4_000, { name: '', rate: 0, cents: 0 }],
    ])
    expect((await booking.balance()).open).toBe(34_388)
    expect((await booking.view()).money.slice(0, 3)).toEqual([
      ['Price', '$285'],
      ['Travel', '$40'],
      ['Sales tax (6.625%)', '$18.88'],
    ])
    expect((await booking.studioView()).facts).toContainEqual({
      ...{ label: 'Sales tax (6.625%)', value: '$18.88' },
    })
    expect((await mailTexts(db)).join()).toContain('Sales tax (6.625%): $18.88')
    expect((await mailTexts(db)).join()).toContain('Total: $343.88')
    const csv = await Array.fromAsync(
      exportBookings(
        { db, clock },
        readBookingFilter(() => null),
      ),
    )
    expect(csv.join('')).toContain(',Price,Price per,Travel,Tax,Credited,Deposit,')
    expect(csv.join('')).toContain(',285.00,,40.00,18.88,0.00,75.00,')
    await booking.add('Album', '100')
    expect((await booking.view()).money).toContainEqual([
      ...['Album', '$106.63, including $6.63 Sales tax, since Friday, November 20'],
    ])
    await putTestSettings(db, testSettings)
    await booking.add('Frame', '10')
    expect((await booking.balance()).open).toBe(34_388 + 10_663 + 1_000)
    expect(await booking.pay('balance', '460.51')).toEqual({ ok: true })
    expect((await booking.balance()).open).toBe(0)
  })

  test('is none unless the settings say so, and within prices that include it', async () => {
    const { db } = await openDb()
    await makeSchedule(db)
    const booking = await book(db)
    expect((await booking.balance()).open).toBe(32_500)
    const included = taxing({ sessions: true, travel: true, isIncluded: true })
    const offer = { priceCents: 28_500, priceUnit: '', travelFeeCents: 4_000 }
    expect(offerTax(offer, included)).toBeNull()
    expect(offerTax(offer, taxing({ sessions: true, travel: true }))).toEqual({
      ...{ label: 'Sales tax (6.625%)', cents: 1_888 + 265 },
    })
  })
})
