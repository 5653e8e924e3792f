import { expect, test } from 'vitest'
import { openLedgers, saveInstallments } from '~/domains/billing/operations.server'
import { transact } from '~/platform/db/database.server'
import { indexTerms } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import { HOUR, open, SESSION, studioViewOf } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { slowSteps } from '../../../../test/support/query-plan'
import type { DueCursor } from './model'
import { type PaymentView, readPaymentFilter } from './payment-list'
import { exportPayments, listPayments, readPaymentSums } from './payment-list.server'
import { dueQuery, selectDue } from './store.server'

const filterOf = (asked: Record<string, string>) => readPaymentFilter((name) => asked[name] ?? null)

describeOnBothEngines('the list of payments', (openDb, engine) => {
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

  test('is in the order in which payments are due, page by page, whatever the day of the session is', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const due = async (name: string, session: number, days: string[]) => {
      const { id } = await book({ name, session_date: SESSION + session * 24 * HOUR })
      const parts = days.map((dueOn, at) => ({
        ...{ dueOn, daysBefore: null, amountCents: at < days.length - 1 ? 5_000 : null },
      }))
      await transact(db, (tx) => saveInstallments({ db: tx }, id, () => parts))
      return id
    }
    await due('Last', 1, ['2026-12-20'])
    const first = await due('First', 9, ['2026-11-21', '2027-01-10'])
    await due('Second', 5, ['2026-11-30'])
    expect((await listPayments(deps, filterOf({}), null)).lines.map(({ due }) => due)).toEqual([
      '$50 on Saturday, November 21, 2026',
      'Monday, November 30, 2026',
      'Sunday, December 20, 2026',
    ])
    const names = async () => (await listPayments(deps, filterOf({}), null)).lines.map(({ name }) => name)
    expect(await names()).toEqual(['First', 'Second', 'Last'])
    await studioViewOf(deps, first).pay('deposit', '50')
    expect(await names()).toEqual(['Second', 'Last', 'First'])
    const ledgers = openLedgers(db)
    const query = { ledgers, states: ['confirmed'] as const, from: '2026-11-20', search: '', limit: 1 }
    const seen: string[] = []
    for (let after: DueCursor | null = null; ; ) {
      const [row] = await selectDue(db, { ...query, after })
      if (!row) break
      seen.push(row.booking.name)
      after = { dueOn: row.dueOn, id: row.booking.id }
    }
    expect(seen).toEqual(['Second', 'Last', 'First'])
    const steps = await slowSteps(db, engine, dueQuery(db, { ...query, after: null }))
    expect(steps).toEqual([])
  })

  test('has sums of what is due and was received, in the studio’s zone, once there is money', async () => {
    const { db } = await openDb()
    // The first of December in London, still November in New York.
    const { deps, book } = await open(db, {}, '2026-12-01T03:00:00Z')
    await book({ state: 'requested', session_date: SESSION + 3 * 24 * HOUR })
    expect(await readPaymentSums(deps)).toBeNull()
    const booking = await book({ session_date: SESSION })
    const late = await book({ session_date: SESSION - 10 * 24 * HOUR })
    await book({ session_date: SESSION + 10 * 24 * HOUR })
    await book({ session_date: SESSION, state: 'canceled' })
    expect(await readPaymentSums(deps)).toEqual({ overdue: '$285', soon: '$285', received: '$0' })
    await booking.pay('deposit', '75.50')
    await late.pay('balance', '285')
    expect(await readPaymentSums(deps)).toEqual({ overdue: '', soon: '$209.50', received: '$360.50' })
    deps.clock.set(Date.parse('2026-12-01T06:00:00Z'))
    expect(await readPaymentSums(deps)).toMatchObject({ received: '$0' })
  })

  test('is exported with the same rows, and no cell is a formula', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book({ name: '=1+1' })
    await booking.pay('deposit', '75')
    const pieces: string[] = []
    for await (const piece of exportPayments(deps, filterOf({}))) pieces.push(piece)
    const [titles, row, ...others] = pieces.join('').replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(titles).toBe(
      'Booking number,Status,Client,Email,Session,Due,Currency,Received,Refunded,Open,Overpaid',
    )
    expect(row).toContain(`,Confirmed,'=1+1,ann@example.com,`)
    expect(row).toContain(',2026-12-05,USD,75.00,0.00,210.00,0.00')
    expect(others).toEqual([])
  })
})
