import { afterEach, expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import { begin, stopPaying } from '../../../../test/support/paying'
import { selectBooking } from '../reservations/store.server'
import { readOnline, readOpenCheckout, readReturnNews } from './checkout.server'

afterEach(stopPaying)

describeOnBothEngines('a client who returns from Stripe, or opens that page again', (openDb) => {
  test('learns only what is true of the payment at that time', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    const told = async () => {
      for (const event of at.stripe.events.splice(0)) await at.deliver(event)
      await at.work()
      return readReturnNews(at.deps, booking.id)
    }
    expect(await told()).toBeNull()
    await at.start(booking.id)
    const failing = at.stripe.latest()
    expect(await told()).toMatchObject({ words: expect.stringContaining('If you’ve just paid, thank you.') })
    at.stripe.pay(failing, 'delayed')
    // The page says that the bank is carrying it out.
    expect(await told()).toBeNull()
    at.stripe.arrive(failing, false)
    expect(await told()).toEqual({
      words: 'Your payment of $75 didn’t go through. You can try again, or pay another way.',
      state: 'failed',
    })
    at.deps.clock.advance(60_000)
    await at.start(booking.id)
    at.stripe.pay(at.stripe.latest())
    expect(await told()).toEqual({ words: 'Thank you. We received your payment of $75.', state: 'received' })
    at.stripe.refund(at.stripe.latest(), 500)
    expect(await told()).toBeNull()
  })

  test('isn’t led to the next payment by a page from before this one was made', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    const shown = async () => {
      const read = await selectBooking(db, { id: booking.id })
      if (!read) throw new Error('The booking is missing.')
      return (await readOnline(at.deps, read))?.payable?.upTo ?? 0
    }
    const before = await shown()
    expect(before).toBe(7_500)
    // A part of it that the studio records leaves the rest to pay.
    await booking.pay('deposit', '30')
    expect(await at.start(booking.id, 'next', '', '', before)).toEqual({ ok: true })
    expect(at.stripe.latest().amount_total).toBe(4_500)
    at.stripe.pay(at.stripe.latest())
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work()
    expect(await at.start(booking.id, 'next', '', '', before)).toEqual({ ok: false, reason: 'already-paid' })
    expect(at.stripe.open()).toEqual([])
    expect(await at.start(booking.id, 'next', '', '', await shown())).toEqual({ ok: true })
    expect(at.stripe.latest().amount_total).toBe(21_000)
  })
  test('isn’t led to Stripe’s page again by an old tab once it’s done there, and nothing is charged twice', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    const press = () => at.start(booking.id, 'next', '', '', 7_500)
    expect([await press(), await press()]).toEqual([{ ok: true }, { ok: true }])
    const failing = at.stripe.latest()
    at.stripe.pay(failing, 'delayed')
    // Nothing below was told to us by an event.
    expect(await press()).toEqual({ ok: false, reason: 'nothing-due' })
    expect(await at.payments()).toMatchObject([{ state: 'processing', checkout_url: '' }])
    expect(at.stripe.sessions.size).toBe(1)
    at.stripe.arrive(failing, false)
    await at.reconcile()
    await at.work()
    at.deps.clock.advance(60_000)
    expect(await press()).toEqual({ ok: true })
    at.stripe.expire(at.stripe.latest())
    at.deps.clock.advance(60_000)
    expect(await press()).toEqual({ ok: true })
    expect([at.stripe.sessions.size, at.stripe.open()]).toEqual([3, [at.stripe.latest()]])
    at.stripe.faults.push('fails', 'fails', 'fails')
    expect(await press()).toEqual({ ok: false, reason: 'busy' })
    at.stripe.pay(at.stripe.latest())
    expect(await Promise.all([press(), press()])).toContainEqual({ ok: false, reason: 'just-paid' })
    expect(await press()).toEqual({ ok: false, reason: 'already-paid' })
    expect(await at.received(booking.id)).toEqual([['deposit', 7_500, 'online']])
    expect(at.stripe.sessions.size).toBe(3)
  })

  test('isn’t led to Stripe’s page by the browser’s history once it has nothing to ask for', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const [booking, recorded] = [await at.confirmed(), await at.confirmed(1)]
    await at.start(booking.id)
    const session = at.stripe.latest()
    // Stripe can't be asked.
    at.stripe.faults.push('fails', 'fails', 'fails')
    expect((await readOpenCheckout(at.deps, booking.id))?.url).toBe(session.url)
    // Nothing below was told to us by an event.
    at.stripe.pay(session)
    expect(await readOpenCheckout(at.deps, booking.id)).toBeUndefined()
    expect(await at.received(booking.id)).toEqual([['deposit', 7_500, 'online']])
    await at.start(recorded.id)
    expect((await readOpenCheckout(at.deps, recorded.id))?.url).toBe(at.stripe.latest().url)
    await recorded.pay('deposit', '75')
    expect(await readOpenCheckout(at.deps, recorded.id)).toBeUndefined()
    expect(await at.start(recorded.id)).toEqual({ ok: true })
    expect((await readOpenCheckout(at.deps, recorded.id))?.url).toBe(at.stripe.latest().url)
    at.stripe.expire(at.stripe.latest())
    expect(await readOpenCheckout(at.deps, recorded.id)).toBeUndefined()
  })
})
