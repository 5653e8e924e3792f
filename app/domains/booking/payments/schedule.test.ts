import { expect, test } from 'vitest'
import { HOUR, open, SESSION } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { type PaymentView, readPaymentFilter } from '../manage/payment-list'
import { listPayments } from '../manage/payment-list.server'
import { changeSchedule } from './schedule.server'

describeOnBothEngines('the payment schedule of a booking', (openDb) => {
  test('begins with the confirmation, moves with the session, and decides what is overdue', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    await putTestSettings(db, { ...testSettings, payments: { ...testSettings.payments, daysBefore: 7 } })
    const booking = await book({ state: 'requested' })
    const dues = async () =>
      (await booking.studioView()).payments.dues.map(({ amount, day, status }) => [amount, day, status])
    expect(await dues()).toEqual([['$285', 'Saturday, December 5, 2026', '']])
    expect(await booking.decide('confirm')).toMatchObject({ ok: true })
    expect(await dues()).toEqual([
      ['$75', 'Friday, November 20, 2026', ''],
      ['$210', 'Saturday, November 28, 2026', ''],
    ])
    const names = async (view: PaymentView) =>
      (
        await listPayments(
          deps,
          readPaymentFilter((name) => (name === 'view' ? view : null)),
          null,
        )
      ).lines.map(({ name, due }) => [name, due])
    expect(await names('open')).toEqual([['Ann Lee', '$75 on Friday, November 20, 2026']])
    deps.clock.set(deps.clock.now() + 24 * HOUR)
    expect(await names('overdue')).toEqual([['Ann Lee', '$75 on Friday, November 20, 2026']])
    await booking.pay('balance', '80')
    expect(await dues()).toEqual([
      ['$75', 'Friday, November 20, 2026', 'paid'],
      ['$210', 'Saturday, November 28, 2026', '$205 open'],
    ])
    expect(await names('open')).toEqual([['Ann Lee', 'Saturday, November 28, 2026']])
    expect(await names('overdue')).toEqual([])
    await booking.reschedule(SESSION + 7 * 24 * HOUR)
    expect((await dues()).at(-1)).toEqual(['$210', 'Saturday, December 5, 2026', '$205 open'])
    await booking.pay('balance', '205')
    expect(await names('open')).toEqual([])
    expect(await names('paid')).toEqual([['Ann Lee', 'Saturday, December 5, 2026']])
  })

  test('is changed for one booking, by one person at a time', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book({ state: 'requested' })
    await booking.decide('confirm')
    const { mark } = (await booking.studioView()).payments.schedule
    const save = (rows: [string, string][], seen = mark) => {
      const fields = Object.fromEntries(
        rows.flatMap(([dueOn, amount], row) => [
          [`dues.${row}.dueOn`, dueOn],
          [`dues.${row}.amount`, amount],
        ]),
      )
      const form = { get: (name: string) => fields[name] ?? '', has: (name: string) => name in fields }
      return changeSchedule(deps, { bookingId: booking.id, seen, form })
    }
    const wrong: [[string, string][], Record<string, string>][] = [
      [[['', '']], { 'dues.0.dueOn': 'Enter at least one due date.' }],
      [
        [['2026-12-01', '50']],
        { 'dues.0.amount': 'Leave the last amount blank. It’s whatever is left to pay.' },
      ],
      [
        [
          ['2026-12-01', ''],
          ['2026-12-02', ''],
        ],
        { 'dues.0.amount': 'Enter an amount. Only the last payment can be the rest.' },
      ],
      [
        [
          ['2026-12-02', '50'],
          ['2026-12-01', ''],
        ],
        { 'dues.1.dueOn': 'Enter the dates in order, the earliest first.' },
      ],
      [
        [
          ['', '50'],
          ['2026-12-01', ''],
        ],
        { 'dues.0.dueOn': 'Enter the date on which it’s due.' },
      ],
    ]
    for (const [rows, errors] of wrong)
      expect(await save(rows)).toEqual({ ok: false, reason: 'refused', errors })
    for (const amount of ['-5', '0', '1.234', '1e3', '99999999999'])
      expect(
        await save([
          ['2026-12-01', amount],
          ['2026-12-02', ''],
        ]),
      ).toMatchObject({ ok: false, reason: 'refused' })
    const rows: [string, string][] = [
      ['2026-11-25', '100'],
      ['', ''],
      ['2026-12-01', '100'],
      ['2026-12-05', ''],
    ]
    const saved = await Promise.all([save(rows), save([['2026-12-24', '']])])
    expect(saved.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(saved.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed-since' })
    const events = await db
      .selectFrom('booking_events')
      .select('kind')
      .where('booking_id', '=', booking.id)
      .where('kind', '=', 'schedule-changed')
      .execute()
    expect(events).toHaveLength(1)
  })
})
