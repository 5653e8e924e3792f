import { afterEach, expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putSetting } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { begin, stopPaying } from '../../../../test/support/paying'
import { testSettings } from '../../../../test/support/settings'

afterEach(stopPaying)

describeOnBothEngines('the email about an online payment', (openDb) => {
  async function beginPaying() {
    const { db } = await openDb()
    const at = await begin(db)
    const deliverAll = async () => {
      for (const event of [...at.stripe.events]) await at.deliver(event)
      await at.work({ together: true })
    }
    const received = async () =>
      (await queuedMail(db)).filter(({ kind }) => kind === 'payment-received').map(readable)
    return { ...at, db, deliverAll, received }
  }

  test('says once how much arrived and when the rest is due', async () => {
    const at = await beginPaying()
    const booking = await at.confirmed()
    await at.start(booking.id)
    await at.deliverAll()
    expect(await at.received()).toEqual([])
    at.stripe.pay(at.stripe.latest())
    await at.deliverAll()
    await at.deliverAll()
    const [first, ...others] = await at.received()
    expect(others).toEqual([])
    expect(first?.subject).toMatch(/^We received your deposit of \$75 \(DE-/)
    expect(first?.text).toContain('Left to pay: $210 due Saturday, December 5, 2026.')
    expect(first?.text).toContain('https://studio.example.com/booking/')
    await at.start(booking.id)
    at.stripe.pay(at.stripe.latest())
    await at.deliverAll()
    const [, second] = await at.received()
    expect(second?.subject).toMatch(/^We received your payment of \$210 \(DE-/)
    expect(second?.text).toContain('Everything is paid.')
  })

  test('names the tip, and isn’t sent for what the studio records itself', async () => {
    const at = await beginPaying()
    await putSetting(at.db, 'payments', { ...testSettings.payments, tips: true })
    const booking = await at.confirmed()
    await booking.pay('deposit', '75')
    expect(await at.received()).toEqual([])
    await at.start(booking.id, 'next', '20')
    at.stripe.pay(at.stripe.latest())
    await at.deliverAll()
    expect((await at.received()).map(({ text }) => text)).toEqual([
      expect.stringContaining('We received your payment of $210 and a tip of $20.'),
    ])
  })

  test('says what will be refunded of a payment for a canceled session', async () => {
    const at = await beginPaying()
    const booking = await at.confirmed()
    await at.start(booking.id, 'all')
    await booking.decide('cancel')
    at.stripe.pay(at.stripe.latest())
    await at.deliverAll()
    expect((await at.received()).map(({ text }) => text)).toEqual([
      expect.stringContaining('Your session isn’t taking place, so we’ll refund $285.'),
    ])
  })

  test('isn’t repeated after a backup from before the payment was restored', async () => {
    const at = await beginPaying()
    const booking = await at.confirmed()
    await at.start(booking.id)
    at.stripe.pay(at.stripe.latest())
    await at.db.insertInto('payment_reminder_start').values({ one: 1, at: at.deps.clock.now() }).execute()
    await at.deliverAll()
    expect(await at.payments()).toMatchObject([{ state: 'paid' }])
    expect(await at.received()).toEqual([])
  })
})

const readable = ({ subject, text }: { subject: string; text: string }) => ({
  subject,
  text: text.replaceAll(/\s+/g, ' '),
})
