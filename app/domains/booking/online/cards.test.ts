import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { author, HOUR } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putSetting } from '../../../../test/support/factories'
import { stopPaying } from '../../../../test/support/paying'
import { due } from '../../../../test/support/saved-card'
import { testSettings } from '../../../../test/support/settings'
import { STILL_OWED } from '../payments/model'
import { remindOfPayments } from '../payments/reminders.server'
import { chargeSavedCards, sendCharge } from './card-charges.server'
import { readCard, removeCardByStudio, removeClientCard } from './cards.server'

afterEach(stopPaying)

describeOnBothEngines('a saved card', (openDb, engine) => {
  test('is saved only with the client’s consent, in the words that they saw', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const booking = await at.confirm()
    const words = await at.consentOf(booking.id)
    expect(words).toBe(
      'Save my card with Stripe and charge it for the remaining payments of this booking when they’re due: $100 on Friday, November 27, 2026 and $110 on Tuesday, December 1, 2026. You’ll email me before each charge. If my session moves, the dates move with it. I can remove my card on my booking’s page at any time.',
    )
    expect(await at.start(booking.id, 'next', '', `${words} And more.`)).toEqual({
      ...{ ok: false, reason: 'consent' },
    })
    expect(at.stripe.sessions.size).toBe(0)
    // Without it, or when nothing is left, the card isn't saved.
    await at.start(booking.id, 'all', '', words)
    await at.start(booking.id, 'next')
    at.stripe.pay(at.stripe.latest())
    await at.deliverAll()
    expect([await at.cards(), at.stripe.methods.size]).toEqual([[], 0])

    const other = await at.save(1)
    expect(await at.cards()).toMatchObject([
      {
        ...{ booking_id: other.id, words, words_version: 1, limit_cents: 21_000, network: '192.0.2.0/24' },
        ...{ state: 'saved', brand: 'visa', last4: '4242', agreed_at: at.deps.clock.now() },
      },
    ])
    expect(await at.consentOf(other.id)).toBe('')
    expect((await other.studioView()).payments.card).toMatchObject({ name: 'Visa ending in 4242', words })

    // Everything is due together, so nothing is left to be charged later.
    const whole = await at.confirm(2)
    await db.deleteFrom('installments').where('booking_id', '=', whole.id).execute()
    expect(await at.consentOf(whole.id)).toBe('')
  })

  test('is charged what was announced by email, once for each due date, and counts when Stripe says so', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const booking = await at.save()
    await at.pass('2026-11-23')
    expect(await at.emails('card-announcement')).toEqual([])
    await at.pass('2026-11-24')
    expect(await at.emails('card-announcement')).toEqual([
      expect.stringContaining(
        'As you agreed, we’ll charge $100 to your Visa ending in 4242 on Friday, November 27, 2026.',
      ),
    ])
    await at.pass('2026-11-26')
    expect(at.charges()).toEqual([])
    await at.pass('2026-11-27')
    expect(at.charges()).toMatchObject([{ amount: 10_000, status: 'succeeded', setup_future_usage: null }])
    expect(await booking.balance()).toMatchObject({ received: 7_500 })
    await at.deliverAll()
    expect(await booking.balance()).toMatchObject({ received: 17_500, open: 11_000 })
    await at.pass('2026-11-28')
    await at.pass('2026-12-01')
    await at.deliverAll()
    expect(at.charges().map(({ amount }) => amount)).toEqual([10_000, 11_000])
    expect(await booking.balance()).toMatchObject({ open: 0, over: 0 })
    const [, ...received] = await at.emails('payment-received')
    expect(received).toEqual([
      expect.stringContaining('As you agreed, we charged $100 to your Visa ending in 4242.'),
      expect.stringContaining('As you agreed, we charged $110 to your Visa ending in 4242.'),
    ])
    // Everything is paid, so Stripe forgets it.
    await at.pass('2026-12-02')
    expect((await at.cards()).map(({ state, removed_by }) => [state, removed_by])).toEqual([
      ['removed', 'program'],
    ])
    expect([...at.stripe.methods.values()].map(({ customer }) => customer)).toEqual([null])
    expect(at.charges()).toHaveLength(2)
  })

  test('isn’t charged before the email about it was sent two days ago', async () => {
    const { db } = await openDb()
    const at = await due(db)
    await at.save()
    for (const day of ['2026-11-24', '2026-11-27', '2026-11-28']) await at.pass(day, { isSent: false })
    expect(at.charges()).toEqual([])
    await at.pass('2026-11-29')
    await at.pass('2026-11-29')
    expect(at.charges()).toHaveLength(1)
  })

  test('that a bank declines, or wants the client for, is tried once, and the client and the studio hear of it', async () => {
    const { db } = await openDb()
    const at = await due(db)
    for (const bank of ['declines', 'asks the client'] as const) {
      const booking = await at.save(bank === 'declines' ? 0 : 1)
      at.deps.clock.set(Date.parse('2026-11-24T15:00:00Z'))
      at.stripe.banks.push(bank)
      await at.pass('2026-11-24')
      await at.pass('2026-11-27')
      await at.deliverAll()
      expect(await booking.balance()).toMatchObject({ received: 7_500, open: 21_000 })
      const view = await booking.studioView()
      expect(view.warnings.join()).toContain('The Visa ending in 4242 couldn’t be charged $100.')
      expect(view.history[0]?.what).toBe('The system couldn’t charge $100 to the Visa ending in 4242')
      await at.pass('2026-11-28')
      await booking.pay('balance', '210')
      expect((await booking.studioView()).warnings.join()).not.toContain('couldn’t be charged')
      at.deps.clock.set(Date.parse('2026-11-20T15:00:00Z'))
    }
    expect(at.charges().map(({ status }) => status)).toEqual(Array(2).fill('requires_payment_method'))
    const told = await at.emails('card-declined')
    expect(told).toHaveLength(2)
    expect(told[0]).toContain('Please pay on your booking’s page.')
  })

  test('is named by a payment reminder before the charge is announced, as long as it will be charged', async () => {
    const { db } = await openDb()
    const at = await due(db)
    await putSetting(db, 'payments', { ...testSettings.payments, remindBefore: 5 })
    const [saved, removed] = [await at.save(), await at.save(1)]
    await removeClientCard(at.deps, await at.read(removed.id))
    await at.bookEarlier()
    at.deps.clock.set(Date.parse('2026-11-22T15:00:00Z'))
    await Promise.all([remindOfPayments(at.deps), remindOfPayments(at.deps)])
    const reminders = await at.emails('payment-reminder')
    const about = (id: string) =>
      Promise.all([at.read(id)]).then(([{ reference }]) =>
        reminders.filter((text) => text.includes(reference)),
      )
    const words = 'As you agreed, we’ll charge your Visa ending in 4242 on the due date'
    const [charged, ...again] = await about(saved.id)
    expect(again).toEqual([])
    expect(charged).toContain(words)
    expect(charged).toContain('Due November 27, 2026: $100')
    expect(charged).not.toContain('You can pay online')
    const [asked] = await about(removed.id)
    expect(asked).not.toContain('we’ll charge')
    expect(asked).toContain('You can pay online on your booking’s page.')
    // From then on, the email that announces the charge says the same.
    await at.pass('2026-11-24')
    await remindOfPayments(at.deps)
    expect(await at.emails('card-announcement')).toHaveLength(1)
    expect((await at.emails('payment-reminder')).filter((text) => text.includes(words))).toHaveLength(1)
  })

  test('is removed by the client or the studio, and never used again', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const [theirs, studios] = [await at.save(), await at.save(1)]
    await at.pass('2026-11-24')
    expect(await removeClientCard(at.deps, await at.read(theirs.id))).toBe(true)
    expect(await removeClientCard(at.deps, await at.read(theirs.id))).toBe(false)
    expect(await removeCardByStudio({ ...at.deps, author }, studios.id)).toBe(true)
    await at.work({ together: true })
    expect([...at.stripe.methods.values()].map(({ customer }) => customer)).toEqual([null, null])
    for (const day of ['2026-11-27', '2026-12-01']) await at.pass(day)
    expect(at.charges()).toEqual([])
    expect((await at.cards()).map(({ state, removed_by }) => `${state} ${removed_by}`)).toEqual([
      ...['removed client', 'removed studio'],
    ])
    expect((await theirs.view()).history.map(({ text }) => text)).toContain(
      'You removed your saved card: Visa ending in 4242.',
    )
  })

  test('is forgotten by Stripe even if the job for it is lost', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const { id } = await at.save()
    await removeClientCard(at.deps, await at.read(id))
    await db.deleteFrom('jobs').execute()
    at.deps.clock.advance(HOUR)
    await at.reconcile()
    expect([...at.stripe.methods.values()].map(({ customer }) => customer)).toEqual([null])
    expect((await at.cards()).map(({ state }) => state)).toEqual(['removed'])
  })

  test('is never charged more than the client agreed to, and not for a canceled session', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const [more, canceled] = [await at.save(), await at.save(1)]
    await more.add('Extra hour', '500')
    await canceled.decide('cancel')
    for (const day of ['2026-11-24', '2026-11-27', '2026-11-28', '2026-12-01', '2026-12-05']) {
      await at.pass(day)
      await at.deliverAll()
    }
    expect(at.charges().map(({ amount }) => amount)).toEqual([10_000, 11_000])
    expect(await more.balance()).toMatchObject({ open: 50_000 })
    expect((await at.cards()).map(({ state }) => state)).toEqual(['removed', 'removed'])
  })

  test('isn’t charged for an extra that came later, when an earlier part was paid in another way', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const booking = await at.save()
    at.deps.clock.set(at.deps.clock.now() + HOUR)
    await booking.add('Album', '60')
    await booking.pay('balance', '100')
    const card = await readCard({ db }, await at.read(booking.id))
    expect(card?.charges).toBe('$110 on Tuesday, December 1, 2026')
    for (const day of ['2026-11-24', '2026-11-27', '2026-11-28', '2026-12-01', '2026-12-05']) {
      await at.pass(day)
      await at.deliverAll()
    }
    expect(at.charges().map(({ amount }) => amount)).toEqual([11_000])
    expect(await booking.balance()).toMatchObject({ open: 6_000 })
  })

  test('isn’t said to be charged again on a day on which it was, if some of that part is open again', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const booking = await at.save()
    for (const day of ['2026-11-24', '2026-11-27']) {
      await at.pass(day)
      await at.deliverAll()
    }
    await booking.pay('refund', '25', STILL_OWED)
    const card = await readCard({ db }, await at.read(booking.id))
    expect(card?.charges).toBe('$110 on Tuesday, December 1, 2026')
    for (const day of ['2026-11-28', '2026-12-01', '2026-12-05']) {
      await at.pass(day)
      await at.deliverAll()
    }
    expect(at.charges().map(({ amount }) => amount)).toEqual([10_000, 11_000])
    expect((await at.cards()).map(({ state }) => state)).toEqual(['removed'])
  })

  test('isn’t named by a reminder of what is overdue, when its own email says what it will be charged', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const booking = await at.save()
    await at.bookEarlier()
    await booking.pay('refund', '25', STILL_OWED)
    await at.pass('2026-11-23')
    await remindOfPayments(at.deps)
    await at.pass('2026-11-24')
    await remindOfPayments(at.deps)
    const reminders = await at.emails('payment-reminder')
    expect(reminders).toHaveLength(1)
    expect(reminders[0]).toContain('Due November 20, 2026: $25')
    expect(reminders[0]).not.toContain('November 27')
    expect(await at.emails('card-announcement')).toHaveLength(1)
  })

  test('is named beside what a reminder asks for of the same day', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const booking = await at.save()
    at.deps.clock.set(at.deps.clock.now() + HOUR)
    await booking.add('Album', '60')
    await at.bookEarlier()
    for (const day of ['2026-11-24', '2026-11-27', '2026-11-28']) {
      await at.pass(day)
      await remindOfPayments(at.deps)
      await at.deliverAll()
    }
    const [reminder, ...others] = await at.emails('payment-reminder')
    expect(others).toEqual([])
    expect(reminder).toContain('Due December 1, 2026: $60')
    expect(reminder).toContain('This doesn’t include the $110 that we’ll charge to your Visa ending in 4242.')
    expect(reminder).toContain('You can pay online on your booking’s page.')
  })

  test('isn’t charged twice when answers are lost, or after a backup from before the charge was restored', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const booking = await at.save()
    await at.pass('2026-11-24')
    at.deps.clock.set(Date.parse('2026-11-27T15:00:00Z'))
    await chargeSavedCards(at.deps)
    const [, payment] = await at.payments()
    const send = () => sendCharge({ ...at.deps, provider: at.provider }, { payment: payment?.id ?? '' })
    // We ask what was charged. Then Stripe charges, and its answer is lost three times.
    at.stripe.faults.push(null, 'cut-after', 'cut-after', 'cut-after')
    await expect(send()).rejects.toThrow()
    expect(at.charges()).toHaveLength(1)
    at.stripe.events.length = 0
    await Promise.all([send(), send()])
    await send()
    expect(at.charges()).toHaveLength(1)
    at.deps.clock.set(at.deps.clock.now() + HOUR)
    await at.reconcile()
    expect(await booking.balance()).toMatchObject({ received: 17_500 })
    // The backup knows neither the charge nor that it was made.
    await db
      .deleteFrom('payments')
      .where('id', '=', payment?.id ?? '')
      .execute()
    await db
      .deleteFrom('online_payments')
      .where('id', '=', payment?.id ?? '')
      .execute()
    await db.updateTable('card_charges').set({ payment_id: null }).execute()
    await at.pass('2026-11-28')
    expect(at.charges()).toHaveLength(1)
    expect((await booking.studioView()).warnings.join()).toContain('Stripe has already charged this.')
  })

  test('ends in the same state, whichever events are late, repeated, missing or out of order', async () => {
    const { db } = await openDb()
    const at = await due(db)
    const outcomes = new Set<string>()
    let nth = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(99), { maxLength: 8 }),
        fc.constantFrom(true, false),
        fc.boolean(),
        async (picks, isPaid, worksBetween) => {
          at.deps.clock.set(Date.parse('2026-11-20T15:00:00Z'))
          const booking = await at.save(nth++)
          await at.pass('2026-11-24')
          at.stripe.banks.push('takes days')
          at.stripe.events.length = 0
          await at.pass('2026-11-27')
          const intent = at.charges().at(-1) ?? expect.fail('not charged')
          at.stripe.settle(intent, isPaid)
          const events = [...at.stripe.events]
          for (const pick of picks) {
            const event = events[pick % events.length]
            if (event) await at.deliver(event)
            if (worksBetween) await at.work()
          }
          at.deps.clock.set(at.deps.clock.now() + HOUR)
          await at.reconcile()
          await at.work()
          const { received, open } = await booking.balance()
          const card = await readCard({ db }, await at.read(booking.id))
          outcomes.add(JSON.stringify([isPaid, received, open, card?.name]))
          await removeCardByStudio({ ...at.deps, author }, booking.id)
          await at.work()
        },
      ),
      { numRuns: engine === 'sqlite' ? 12 : 6 },
    )
    for (const outcome of outcomes)
      expect([
        JSON.stringify([true, 17_500, 11_000, 'Visa ending in 4242']),
        JSON.stringify([false, 7_500, 21_000, 'Visa ending in 4242']),
      ]).toContain(outcome)
  })
})
