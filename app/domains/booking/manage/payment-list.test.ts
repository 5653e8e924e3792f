import { expect, test } from 'vitest'
import { indexTerms } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import { HOUR, open, SESSION } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { type PaymentView, readPaymentFilter } from './payment-list'
import { exportPayments, listPayments } from './payment-list.server'

const filterOf = (asked: Record<string, string>) => readPaymentFilter((name) => asked[name] ?? null)

describeOnBothEngines('the list of payments', (openDb) => {
  test('has what is open, overdue and paid, each booking where it belongs', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const at = (day: number) => ({ session_date: SESSION + day * 24 * HOUR })
    const names = async (view: PaymentView, search = '') =>
      (await listPayments(deps, filterOf({ view, search }), null)).lines.map(({ name }) => name)
    const booking = await book({ ...at(0), name: 'Open' })
    const paid = await book({ ...at(1), name: 'Paid' })
    const off = await book({ ...at(2), name: 'Canceled' })
    await book({ ...at(3), name: 'Asked', state: 'requested' })
    const each = await book({ ...at(4), name: 'For each photo', price_unit: 'photo' })
    await booking.pay('deposit', '75')
    await paid.pay('balance', '285')
    await off.decide('cancel')
    expect(await names('open')).toEqual(['Open'])
    expect(await names('overdue')).toEqual([])
    expect(await names('paid')).toEqual(['Paid'])
    // The former version recorded refunds of more than was received.
    await db
      .insertInto('booking_payments')
      .values({
        ...{
          id: newId(),
          booking_id: off.id,
          kind: 'refund',
          amount_cents: 1_000,
          received_on: '2026-11-20',
        },
        ...{ method: 'cash', recorded_at: SESSION, recorded_by: 'Dorian Ellis', voided_at: null },
      })
      .execute()
    await each.add('Extra hour', '20')
    expect((await listPayments(deps, filterOf({}), null)).lines).toMatchObject([
      {
        ...{ name: 'Open', open: '$210.00', balance: 'Received $75, $210 due.' },
        due: 'Saturday, December 5, 2026',
      },
      { name: 'Canceled', open: '$10.00', balance: 'Nothing received yet, refunded $10, $10 due.' },
      { name: 'For each photo', open: '$20.00', balance: 'Nothing received yet, $20 in fees due.' },
    ])
    await indexTerms(db, 'booking', booking.id, ['Open'])
    expect(await names('open', 'ope')).toEqual(['Open'])
    deps.clock.set(SESSION + 24 * HOUR)
    expect(await names('open')).toEqual(['Canceled', 'For each photo'])
    expect(await names('overdue')).toEqual(['Open'])
  })

  test('is exported with the same rows, and no cell is a formula', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book({ name: '=1+1' })
    await booking.pay('deposit', '75')
    const pieces: string[] = []
    for await (const piece of exportPayments(deps, filterOf({}))) pieces.push(piece)
    const [titles, row, ...others] = pieces.join('').replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(titles).toBe('Reference,Status,Client,Email,Session,Due,Currency,Received,Refunded,Open,Overpaid')
    expect(row).toContain(`,Confirmed,'=1+1,ann@example.com,`)
    expect(row).toContain(',2026-12-05,USD,75.00,0.00,210.00,0.00')
    expect(others).toEqual([])
  })
})
