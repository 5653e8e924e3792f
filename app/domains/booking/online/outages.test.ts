import { afterEach, expect, test } from 'vitest'
import { author, HOUR } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { begin, stopPaying } from '../../../../test/support/paying'
import { refundOnline } from './checkout.server'
import { onlineJobs } from './jobs.server'
import { SETTLE_PAYMENT } from './model'

afterEach(stopPaying)

const MINUTE = 60_000

describeOnBothEngines('when Stripe fails', (openDb) => {
  const paid = async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id, 'all')
    at.stripe.pay(at.stripe.latest())
    await at.reconcile()
    await at.work()
    const [payment] = await at.payments()
    const refund = (amount: string, once: string) =>
      refundOnline(
        { ...at.deps, author },
        { bookingId: booking.id, paymentId: payment?.id ?? '', amount, once },
      )
    const dropJobs = () => db.deleteFrom('jobs').execute()
    return { ...at, db, booking, refund, dropJobs }
  }

  test('a client can try again at once, though Stripe repeats its failure for the payment that it was asked for', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    at.stripe.faults.push('fails')
    expect(await at.start(booking.id)).toEqual({ ok: false, reason: 'busy' })
    expect(await at.start(booking.id)).toEqual({ ok: true })
    expect(at.stripe.open()).toHaveLength(1)
    expect((await at.payments()).map(({ state }) => state)).toEqual(['expired', 'open'])
  })

  test('a client can try again after half an hour, when the first request is too old for Stripe', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    at.stripe.faults.push('cut-before', 'cut-before', 'cut-before')
    expect(await at.start(booking.id)).toEqual({ ok: false, reason: 'busy' })
    at.deps.clock.advance(35 * MINUTE)
    expect(await at.start(booking.id)).toEqual({ ok: true })
    expect(at.stripe.open()).toHaveLength(1)
  })

  test('a refund whose job has failed for good, or isn’t in a restored backup, is asked for again', async () => {
    const at = await paid()
    expect(await at.refund('50', '0197f3a0-0000-7000-8000-000000000001')).toEqual({ ok: true })
    await at.dropJobs()
    at.deps.clock.advance(10 * MINUTE)
    await at.reconcile()
    expect(at.stripe.refunds.map(({ amount }) => amount)).toEqual([5_000])
    expect(await at.booking.balance()).toMatchObject({ refunded: 5_000 })
  })

  test('a refund whose answer was lost isn’t made twice, even after its idempotency key has expired', async () => {
    const at = await paid()
    await at.refund('50', '0197f3a0-0000-7000-8000-000000000002')
    at.stripe.faults.push(null, null, null, 'cut-after', 'cut-after', 'cut-after')
    await expect(at.work()).rejects.toThrow()
    expect(at.stripe.refunds).toHaveLength(1)
    at.stripe.forgetKeys()
    at.deps.clock.advance(48 * HOUR)
    await at.work()
    await at.reconcile()
    expect(at.stripe.refunds).toHaveLength(1)
    expect(await at.booking.balance()).toMatchObject({ refunded: 5_000 })
  })

  test('an event is kept for days, until Stripe answers', async () => {
    const at = await paid()
    expect(onlineJobs(at.deps)[SETTLE_PAYMENT]?.maxAttempts).toBeGreaterThan(72)
  })

  test('a checkout of another account doesn’t keep its client from paying, and the studio learns of it', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id)
    at.stripe.sessions.clear()
    expect(await at.start(booking.id, 'all')).toEqual({ ok: false, reason: 'busy' })
    at.deps.clock.advance(3 * HOUR)
    await at.reconcile()
    expect(await at.start(booking.id, 'all')).toEqual({ ok: true })
    expect((await booking.studioView()).warnings).toEqual([
      'Your Stripe account doesn’t know an online payment of $75 that was begun earlier. If it was paid to another account, record it here.',
    ])
  })
})
