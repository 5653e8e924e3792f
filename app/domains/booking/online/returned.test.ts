import { afterEach, expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import { begin, stopPaying } from '../../../../test/support/paying'
import { readReturnNews } from './checkout.server'

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
      hasFailed: true,
    })
    at.deps.clock.advance(60_000)
    await at.start(booking.id)
    at.stripe.pay(at.stripe.latest())
    expect(await told()).toEqual({ words: 'Thank you. We received your payment of $75.', hasFailed: false })
    at.stripe.refund(at.stripe.latest(), 500)
    expect(await told()).toBeNull()
  })
})
