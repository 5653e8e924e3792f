import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { agreeOnLateFee } from '~/domains/billing/late-fees.server'
import { readLedger } from '~/domains/billing/operations.server'
import { transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { author, HOUR } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putSetting } from '../../../../test/support/factories'
import { begin, stopPaying } from '../../../../test/support/paying'
import { testSettings } from '../../../../test/support/settings'
import { chargeLateFees } from '../payments/late-fees.server'
import { readOpenCheckout, refundOnline } from './checkout.server'
import { takeWebhook } from './events.server'
import { readOnlineRecords } from './records.server'
import { settlePayment } from './settle.server'

afterEach(stopPaying)

describeOnBothEngines('payments by Stripe', (openDb, engine) => {
  test('count once a signed event has said where to look, and Stripe has said that they are paid', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    expect(await at.start(booking.id)).toEqual({ ok: true })
    const session = at.stripe.latest()
    expect(session).toMatchObject({ amount_total: 7_500, currency: 'usd' })
    expect((await readOpenCheckout(at.deps, booking.id))?.url).toBe(session.url)
    at.stripe.pay(session)
    await at.work()
    expect(await at.received(booking.id)).toEqual([])
    const [event] = at.stripe.events
    if (!event) throw new Error('no event')
    const forged = at.stripe.delivered(event, { secret: 'whsec_other' })
    const old = at.stripe.delivered(event, { at: at.deps.clock.now() - 400_000 })
    const changed = { ...at.stripe.delivered(event), body: JSON.stringify({ ...event, id: 'evt_other' }) }
    for (const bad of [forged, old, changed, { body: '', signature: '' }])
      expect(await takeWebhook(at.deps, bad)).toBe('forged')
    expect(await at.deliver({ ...event, livemode: true })).toBe('taken')
    await at.work()
    expect(await at.received(booking.id)).toEqual([])
    expect(await at.deliver(event)).toBe('taken')
    await at.work()
    expect(await at.received(booking.id)).toEqual([['deposit', 7_500, 'online']])
    expect((await booking.studioView()).history[0]?.what).toBe('Ann Lee paid $75 by Stripe')
    expect(await booking.void((await at.payments())[0]?.id ?? '')).toMatchObject({
      ok: false,
      reason: 'refused',
    })
    expect(await at.start(booking.id, 'all')).toEqual({ ok: true })
    expect(at.stripe.latest().amount_total).toBe(21_000)
  })

  test('count once, however often an event arrives at the same time', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id, 'all')
    at.stripe.pay(at.stripe.latest())
    const [event] = at.stripe.events
    if (!event) throw new Error('no event')
    // Both the same event and two events about the same payment.
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        at.deliver(nth % 2 ? event : { ...event, id: `evt_again_${nth % 4}` }),
      ),
    )
    await at.work({ together: true })
    expect(await at.received(booking.id)).toEqual([['deposit', 28_500, 'online']])
    expect(await booking.balance()).toMatchObject({ open: 0, over: 0 })
  })

  test('end in the same state, whichever events are late, repeated, missing or out of order', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const outcomes = new Set<string>()
    let nth = 0
    const order = fc.array(fc.nat(99), { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (picks, worksBetween) => {
        const booking = await at.confirmed(++nth)
        const first = at.stripe.events.length
        await at.start(booking.id, 'all')
        const session = at.stripe.latest()
        at.stripe.pay(session, 'delayed')
        at.stripe.arrive(session, true)
        at.stripe.refund(session, 1_000)
        const pending = at.stripe.refund(session, 2_000, 'pending')
        at.stripe.changeRefund(pending.id, 'succeeded')
        const failing = at.stripe.refund(session, 500)
        at.stripe.changeRefund(failing.id, 'failed')
        at.stripe.closeDispute(at.stripe.dispute(session, 4_000), 'lost')
        const events = at.stripe.events.slice(first)
        for (const pick of picks) {
          const event = events[pick % events.length]
          if (event) await at.deliver(event)
          if (worksBetween) await at.work()
        }
        await at.reconcile()
        await at.work()
        const received = await at.received(booking.id)
        const [payment] = (await at.payments()).filter(({ booking_id }) => booking_id === booking.id)
        outcomes.add(JSON.stringify([received.sort(), payment?.state, payment?.dispute]))
      }),
      { numRuns: engine === 'sqlite' ? 25 : 10 },
    )
    expect([...outcomes].map((outcome) => JSON.parse(outcome))).toEqual([
      [
        [
          ['deposit', 28_500, 'online'],
          ['refund', 1_000, 'online'],
          ['refund', 2_000, 'online'],
          ['refund', 4_000, 'online'],
        ],
        'paid',
        'lost',
      ],
    ])
  })

  test('of something else in the same account, or named by a made-up event, change nothing', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id)
    const session = at.stripe.latest()
    at.stripe.pay(session)
    const [event] = at.stripe.events
    if (!event) throw new Error('no event')
    const object = { ...event.data.object, client_reference_id: 'of another program', payment_intent: null }
    const others = [
      { ...event, id: 'evt_other', data: { object } },
      { ...event, id: 'evt_kind', type: 'customer.created' },
      { ...event, id: 'evt_none', data: { object: { object: 'checkout.session', id: 'cs_unknown' } } },
    ]
    for (const other of others) expect(await at.deliver(other)).toBe('taken')
    await at.work()
    expect(await at.received(booking.id)).toEqual([])
    expect((await at.payments()).map(({ state }) => state)).toEqual(['open'])
  })

  test('that never reached us in any event are found by asking', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id)
    at.stripe.pay(at.stripe.latest())
    at.stripe.events.length = 0
    at.deps.clock.set(at.deps.clock.now() + 10 * 60_000)
    await at.reconcile()
    expect(await at.received(booking.id)).toEqual([['deposit', 7_500, 'online']])
  })

  test('open one checkout, whatever fails and however many press the button', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    at.stripe.faults.push('cut-after', 'fails', 'busy')
    const started = await Promise.all([1, 2, 3].map(() => at.start(booking.id)))
    expect(started.some(({ ok }) => ok)).toBe(true)
    expect(at.stripe.sessions.size).toBe(1)
    // Another amount ends the former checkout.
    expect(await at.start(booking.id, 'all')).toEqual({ ok: true })
    expect(at.stripe.open().map(({ amount_total }) => amount_total)).toEqual([28_500])
    at.stripe.expire(at.stripe.latest())
    for (const event of at.stripe.events) await at.deliver(event)
    await at.work()
    expect((await at.payments()).map(({ state }) => state)).toEqual(['expired', 'expired'])
    expect(await at.start(booking.id)).toEqual({ ok: true })
    expect(at.stripe.open()).toHaveLength(1)
  })

  test('lead to no second checkout when the client pays and presses again before Stripe tells us', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id)
    at.stripe.pay(at.stripe.latest())
    expect(await at.start(booking.id, 'all')).toEqual({ ok: false, reason: 'just-paid' })
    expect(at.stripe.sessions.size).toBe(1)
    expect(await at.received(booking.id)).toEqual([['deposit', 7_500, 'online']])
    expect(await at.start(booking.id, 'all')).toEqual({ ok: true })
    expect(at.stripe.latest().amount_total).toBe(21_000)
  })

  test('can be tried again at once when the client’s email changed after an answer was lost', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    at.stripe.faults.push('cut-after', 'cut-after', 'cut-after')
    expect(await at.start(booking.id)).toEqual({ ok: false, reason: 'busy' })
    await db.updateTable('bookings').set({ email: 'new@example.com' }).where('id', '=', booking.id).execute()
    expect(await at.start(booking.id)).toEqual({ ok: true })
    expect((await readOpenCheckout(at.deps, booking.id))?.url).toBe(at.stripe.latest().url)
    expect((await at.payments()).map(({ state }) => state)).toEqual(['expired', 'open'])
  })

  test('with a tip are two payments, and the tip is charged once it has been paid', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id, 'next', '20')
    expect(at.stripe.latest().amount_total).toBe(7_500)
    await putSetting(db, 'payments', { ...testSettings.payments, tips: true })
    for (const bad of ['-20', '1.234', '285.01', 'ten'])
      expect(await at.start(booking.id, 'next', bad)).toMatchObject({ ok: false, reason: 'tip' })
    expect(await at.start(booking.id, 'next', '20')).toEqual({ ok: true })
    const session = at.stripe.latest()
    expect(at.stripe.open()).toEqual([session])
    expect(session.amount_total).toBe(9_500)
    expect(await booking.balance()).toMatchObject({ open: 28_500, feesOpen: 0 })
    at.stripe.pay(session)
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work({ together: true })
    expect(await at.received(booking.id)).toEqual([
      ['deposit', 7_500, 'online'],
      ['fee', 2_000, 'online'],
    ])
    expect(await booking.balance()).toMatchObject({ open: 21_000, over: 0, depositOpen: 0 })
    // It doesn't pay a part of the next installment.
    const dues = (await booking.studioView()).payments.dues.map(({ amount, status }) => [amount, status])
    expect(dues).toEqual([
      ['$75', 'paid'],
      ['$210', ''],
    ])
    const { history, payments } = await booking.studioView()
    expect(history[0]?.what).toBe('Ann Lee paid $95 by Stripe, including a tip of $20')
    expect(payments.entries.map(({ online }) => online?.left)).toEqual(['75.00', '20.00'])
    const [tip] = payments.entries.filter(({ kind }) => kind === 'Tip')
    expect(await booking.void(tip?.id ?? '')).toMatchObject({ ok: false, reason: 'refused' })
  })

  test('with a tip for a session that has been canceled are refunded with it', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    await putSetting(db, 'payments', { ...testSettings.payments, tips: true })
    const booking = await at.confirmed()
    await at.start(booking.id, 'all', '15')
    const session = at.stripe.latest()
    await booking.decide('cancel')
    at.stripe.pay(session)
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work()
    expect(at.stripe.refunds.map(({ amount }) => amount)).toEqual([30_000])
    expect(await booking.balance()).toMatchObject({ received: 30_000, refunded: 30_000, open: 0, over: 0 })
  })

  test('with a tip are all recorded when the rest was paid another way before', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    await putSetting(db, 'payments', { ...testSettings.payments, tips: true })
    const booking = await at.confirmed()
    await at.start(booking.id, 'all', '15')
    const session = at.stripe.latest()
    await booking.pay('balance', '285')
    at.stripe.pay(session)
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work()
    expect(await booking.balance()).toMatchObject({ received: 58_500, open: 0, over: 28_500 })
  })

  test('of another amount or currency than we asked for are shown, not recorded', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id)
    const session = at.stripe.latest()
    session.amount_total = 75
    at.stripe.pay(session)
    for (const event of at.stripe.events) await at.deliver(event)
    await at.work()
    expect(await at.received(booking.id)).toEqual([])
    expect(await at.payments()).toMatchObject([{ state: 'mismatched' }])
  })

  test('by a slow bank count when they arrive, and a failed one can be tried again', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    const deliverAll = async () => {
      for (const event of at.stripe.events.splice(0)) await at.deliver(event)
      await at.work()
    }
    await at.start(booking.id)
    const failing = at.stripe.latest()
    at.stripe.pay(failing, 'delayed')
    await deliverAll()
    expect(await at.received(booking.id)).toEqual([])
    expect(await at.start(booking.id)).toEqual({ ok: false, reason: 'nothing-due' })
    at.stripe.arrive(failing, false)
    const events = [...at.stripe.events]
    await deliverAll()
    for (const event of events) await at.deliver(event)
    await at.work()
    const told = await db.selectFrom('outbox').selectAll().where('kind', '=', 'payment-failed').execute()
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your payment of \$75 didn’t go through \(DE-/),
    ])
    const [problem = ''] = (await readOnlineRecords({ db }, booking.id, await readLedger({ db }, booking.id)))
      .declined
    expect(problem).toContain('We asked the client to pay again.')
    expect(await at.start(booking.id)).toEqual({ ok: true })
    const paid = at.stripe.latest()
    at.stripe.pay(paid, 'delayed')
    at.stripe.arrive(paid, true)
    await deliverAll()
    expect(await at.received(booking.id)).toEqual([['deposit', 7_500, 'online']])
  })

  test('are refunded from the Studio, never beyond what was paid, also at the same time', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id, 'all')
    at.stripe.pay(at.stripe.latest())
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work()
    const [payment] = await at.payments()
    const refund = (amount: string, once = newId()) =>
      refundOnline(
        { ...at.deps, author },
        { bookingId: booking.id, paymentId: payment?.id ?? '', amount, once },
      )
    for (const amount of ['-1', '0', '1.234', 'all', '300'])
      expect(await refund(amount)).toMatchObject({ ok: false })
    const asked = await Promise.all([1, 2, 3, 4].map(() => refund('100')))
    expect(asked.filter(({ ok }) => ok)).toHaveLength(2)
    const once = newId()
    await Promise.all([refund('20', once), refund('20', once)])
    await at.work({ together: true })
    expect(at.stripe.refunds.map(({ amount }) => amount).sort()).toEqual([10_000, 10_000, 2_000])
    expect((await booking.balance()).refunded).toBe(22_000)
  })

  test('for a session that has been canceled are refunded, except for what the studio keeps', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id, 'all')
    const session = at.stripe.latest()
    await booking.decide('cancel')
    at.stripe.pay(session)
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work()
    expect(at.stripe.refunds.map(({ amount }) => amount)).toEqual([28_500])
    expect(await booking.balance()).toMatchObject({ received: 28_500, refunded: 28_500, open: 0, over: 0 })
  })

  test('take turns with cancellations and late fees, whichever begins first', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    for (let nth = 0; nth < (engine === 'sqlite' ? 2 : 8); nth++) {
      const [canceled, late] = [await at.confirmed(2 * nth + 1), await at.confirmed(2 * nth + 2)]
      const contractId = newId()
      await db
        .insertInto('contracts')
        .values({
          id: contractId,
          booking_id: late.id,
          title: 'Agreement',
          body: '',
          signers: '[]',
          created_at: 0,
        })
        .execute()
      const contract = { contractId, bookingId: late.id, title: 'Agreement', at: at.deps.clock.now() }
      const fee = { amountCents: 2_500, percent: null, graceDays: 0 }
      await transact(db, (tx) => agreeOnLateFee({ db: tx }, contract, fee))
      for (const { id } of [canceled, late]) {
        await at.start(id, 'next')
        at.stripe.pay(at.stripe.latest())
      }
      for (const event of at.stripe.events.splice(0)) await at.deliver(event)
      await at.work()
      // The next event is about a payment that a cancellation refunds at the same time.
      at.deps.clock.set(at.deps.clock.now() + 24 * HOUR)
      const payments = (await at.payments()).filter(({ booking_id }) =>
        [canceled.id, late.id].includes(booking_id),
      )
      const settle = () =>
        Promise.all(
          [...payments, ...payments].map(({ id }) =>
            settlePayment(
              { ...at.deps, provider: at.provider },
              { payment: id, checkout: null, intent: null },
            ),
          ),
        )
      const others = [settle, () => canceled.decide('cancel'), () => chargeLateFees(at.deps)]
      await Promise.all((nth % 2 === 0 ? others : others.toReversed()).map((run) => run()))
      await Promise.all([settle(), at.work({ together: true })])
      expect(await canceled.balance()).toMatchObject({ open: 0 })
    }
  })
})
