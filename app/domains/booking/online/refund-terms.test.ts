import { afterEach, expect, test } from 'vitest'
import { readLedger } from '~/domains/billing/operations.server'
import { issueInvoice } from '~/domains/invoices/operations.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { author } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { begin, stopPaying } from '../../../../test/support/paying'
import { STILL_OWED } from '../payments/model'
import { refundOnline } from './checkout.server'

afterEach(stopPaying)

/** $285, paid at once. */
async function paid(db: Db) {
  const at = await begin(db)
  const booking = await at.confirmed()
  await at.start(booking.id, 'all')
  at.stripe.pay(at.stripe.latest())
  const settle = async () => {
    await at.work()
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work()
  }
  await settle()
  const [payment] = await at.payments()
  const [price] = (await booking.studioView()).payments.refunds.charges
  const refund = (amount: string, owed: string) =>
    refundOnline(
      { ...at.deps, author },
      { bookingId: booking.id, paymentId: payment?.id ?? '', amount, owed, once: newId() },
    )
  const emails = async () =>
    (await queuedMail(db))
      .filter(({ kind }) => kind === 'payment-refunded')
      .map(({ text }) => text.replaceAll(/\s+/g, ' '))
  return { ...at, booking, settle, refund, emails, priceId: price?.id ?? expect.fail('no charge') }
}

describeOnBothEngines('a refund by Stripe', (openDb) => {
  test('that isn’t owed again is taken off once Stripe has refunded it, and put back if it fails', async () => {
    const { db } = await openDb()
    const at = await paid(db)
    expect(await at.refund('85', at.priceId)).toEqual({ ok: true })
    expect(await at.booking.balance()).toMatchObject({ credited: 0, open: 0, over: 0 })
    await at.settle()
    expect(await at.booking.balance()).toMatchObject({ credited: 8_500, refunded: 8_500, open: 0, over: 0 })
    expect(await at.emails()).toEqual([expect.stringContaining('You don’t owe this amount anymore.')])
    expect((await at.booking.view()).history[0]?.text).toBe('We refunded $85. You don’t owe it anymore.')
    at.stripe.changeRefund(at.stripe.refunds[0]?.id ?? '', 'failed')
    await at.settle()
    expect(await at.booking.balance()).toMatchObject({ credited: 0, refunded: 0, open: 0, over: 0 })
    const [price] = (await readLedger({ db }, at.booking.id)).charges
    expect(price).toMatchObject({ amountCents: 28_500, creditedCents: 0, voided: null })
  })

  test('is owed again if the studio says so, or if it was made in Stripe’s Dashboard', async () => {
    const { db } = await openDb()
    const at = await paid(db)
    expect(await at.refund('85', STILL_OWED)).toEqual({ ok: true })
    await at.settle()
    at.stripe.refund(at.stripe.latest(), 1_500)
    await at.settle()
    expect(await at.booking.balance()).toMatchObject({ credited: 0, refunded: 10_000, open: 10_000 })
    const emails = await at.emails()
    for (const email of emails) expect(email).not.toContain('anymore')
    expect(emails.map((email) => email.includes('Left to pay: $85 due'))).toEqual([true, false])
  })

  test('is owed again with a warning if its charge was invoiced before Stripe had refunded it', async () => {
    const { db } = await openDb()
    const at = await paid(db)
    await at.refund('85', at.priceId)
    const issue = { bookingId: at.booking.id, once: newId(), sent: { dueOn: '2026-12-05' } }
    expect(await issueInvoice({ ...at.deps, author }, issue)).toMatchObject({ ok: true })
    await at.settle()
    expect(await at.booking.balance()).toMatchObject({ credited: 0, refunded: 8_500, open: 8_500 })
    expect((await at.booking.studioView()).warnings).toContainEqual(
      expect.stringContaining('A refund of $85 is due again, because the charge is on an invoice now.'),
    )
    expect(await at.refund('85', at.priceId)).toMatchObject({ errors: { owed: expect.any(String) } })
  })
})
