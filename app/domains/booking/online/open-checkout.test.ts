import { afterEach, expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import { begin, stopPaying } from '../../../../test/support/paying'

afterEach(stopPaying)

describeOnBothEngines('a checkout that is open in another tab', (openDb) => {
  test('ends when the studio records a payment, and a new one asks for the rest', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id, 'all')
    const session = at.stripe.latest()
    expect(await booking.pay('deposit', '75')).toEqual({ ok: true })
    // Recording asks no one: the job does.
    expect(session.status).toBe('open')
    await at.work()
    expect(session.status).toBe('expired')
    expect((await at.payments()).map(({ state }) => state)).toEqual(['expired'])
    expect(await at.received(booking.id)).toEqual([['deposit', 7_500, 'cash']])
    expect(await at.start(booking.id, 'all')).toEqual({ ok: true })
    expect(at.stripe.open().map(({ amount_total }) => amount_total)).toEqual([21_000])
  })

  test.each([
    ['next', 7_500, { ok: false, reason: 'already-paid' }, []],
    ['all', 0, { ok: true }, [21_000]],
  ] as const)(
    'ends when the studio records a payment while Stripe opens it for %s',
    async (part, upTo, started, left) => {
      const { db } = await openDb()
      const at = await begin(db)
      const booking = await at.confirmed()
      at.stripe.faults.push(() => booking.pay('deposit', '75'))
      expect(await at.start(booking.id, part, '', '', upTo)).toEqual(started)
      expect(at.stripe.open().map(({ amount_total }) => amount_total)).toEqual(left)
      const opened = await at.payments()
      expect(opened.map(({ state }) => state)).toEqual(['expired', ...left.map(() => 'open')])
      expect(opened.at(-1)?.checkout_url === '').toBe(left.length === 0)
    },
  )

  test('ends when the session is canceled, and isn’t paid and refunded', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id, 'all')
    const session = at.stripe.latest()
    expect(await booking.decide('cancel')).toMatchObject({ ok: true })
    await at.work()
    expect(session.status).toBe('expired')
    expect(await at.received(booking.id)).toEqual([])
  })

  test('stays open when the studio records a refund, which leaves as much to pay', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await booking.pay('deposit', '75')
    await at.start(booking.id)
    await booking.pay('refund', '20')
    await at.work()
    expect(at.stripe.open()).toEqual([at.stripe.latest()])
  })

  test('ends when a fee in it is waived', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await booking.add('Second location', '40')
    await at.start(booking.id, 'all')
    const [fee] = await booking.fees()
    expect(await booking.waive(fee?.id ?? '')).toEqual({ ok: true })
    await at.work()
    expect(at.stripe.latest().status).toBe('expired')
  })

  test('is ended again while Stripe doesn’t answer', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id)
    await booking.pay('deposit', '75')
    at.stripe.faults.push('fails', 'busy', 'cut-before')
    await expect(at.work()).rejects.toThrow()
    expect((await at.payments()).map(({ state }) => state)).toEqual(['open'])
    at.stripe.faults.push('cut-after')
    await at.work()
    expect(at.stripe.open()).toEqual([])
    expect((await at.payments()).map(({ state }) => state)).toEqual(['expired'])
  })

  test('and has just been paid there is recorded as overpaid, once', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const booking = await at.confirmed()
    await at.start(booking.id, 'all')
    await booking.pay('balance', '285')
    at.stripe.pay(at.stripe.latest())
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work({ together: true })
    expect(await booking.balance()).toMatchObject({ received: 57_000, open: 0, over: 28_500 })
    expect((await at.payments()).map(({ state }) => state)).toEqual(['paid'])
  })
})
