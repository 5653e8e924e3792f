import { expect, test } from 'vitest'
import { HOUR, open, SESSION } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { listClientPayments } from './payments.server'

describeOnBothEngines('a booking’s page', (openDb) => {
  test('begins with what was due, until it is paid', async () => {
    const { deps, book } = await open((await openDb()).db)
    const { view, pay } = await book()
    expect((await view()).lede).not.toContain('due')
    deps.clock.set('2026-12-06T15:00:00Z')
    expect((await view()).lede).toContain(' $285 was due Saturday, December 5, 2026.')
    await pay('balance', '85')
    expect((await view()).lede).toContain(' $200 was due Saturday, December 5, 2026.')
    await pay('balance', '200')
    expect((await view()).lede).not.toContain('due')
  })
})

describeOnBothEngines('the payments of a client’s account', (openDb) => {
  test('have what is owed for each of their confirmed bookings, and nothing of anyone else’s', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const at = (day: number) => ({ session_date: SESSION + day * 24 * HOUR })
    const first = await book({ ...at(0), email: 'Ann@example.com', email_key: 'ann@example.com' })
    const second = await book(at(7))
    const paid = await book(at(14))
    await book({ ...at(21), state: 'requested' })
    const other = await book({ ...at(28), email: 'zoe@example.com' })
    await first.pay('deposit', '75')
    await paid.pay('balance', '285')
    const ann = await listClientPayments(deps, 'ann@example.com')
    const references = [(await second.read()).reference, (await first.read()).reference]
    expect(ann.owed.map(({ reference }) => reference)).toEqual(references)
    expect(ann.owed.map(({ dues }) => dues.map(({ text }) => text))).toEqual([
      ['$285 is due Saturday, December 12, 2026.'],
      ['$285 is due Saturday, December 5, 2026. $210 is left to pay.'],
    ])
    expect(ann.owed.flatMap(({ payable }) => payable)).toEqual([])
    expect(ann.bookingIds).toHaveLength(4)
    expect(ann.bookingIds).not.toContain(other.id)
    const zoe = await listClientPayments(deps, 'zoe@example.com')
    expect(zoe.bookingIds).toEqual([other.id])
    expect(await listClientPayments(deps, 'nobody@example.com')).toEqual({ owed: [], bookingIds: [] })
  })
})
