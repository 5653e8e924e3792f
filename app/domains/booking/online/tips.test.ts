import { afterEach, expect, test } from 'vitest'
import { tipOf } from '~/domains/billing/model'
import { openLedgers, readLedger } from '~/domains/billing/operations.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { author } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putSetting } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { begin, stopPaying } from '../../../../test/support/paying'
import { testSettings } from '../../../../test/support/settings'
import { refundOnline } from './checkout.server'

afterEach(stopPaying)

/** $285 and a tip of $20, paid at once. */
async function tipped(db: Db) {
  const at = await begin(db)
  await putSetting(db, 'payments', { ...testSettings.payments, tips: true })
  const booking = await at.confirmed()
  await at.start(booking.id, 'all', '20')
  const session = at.stripe.latest()
  at.stripe.pay(session)
  const deliver = async () => {
    for (const event of at.stripe.events.splice(0)) await at.deliver(event)
    await at.work()
  }
  await deliver()
  const [payment] = await at.payments()
  const paymentId = payment?.id ?? expect.fail('no payment')
  const refund = async (id: string, amount: string) => {
    const asked = { bookingId: booking.id, paymentId: id, amount, once: newId() }
    const refunded = await refundOnline({ ...at.deps, author }, asked)
    await at.work()
    await deliver()
    return refunded
  }
  return { ...at, booking, session, deliver, refund, paymentId, tipId: tipOf(paymentId) }
}

describeOnBothEngines('a tip', (openDb) => {
  test('is named as what it is, and is refunded instead of waived', async () => {
    const at = await tipped((await openDb()).db)
    const { payments } = await at.booking.studioView()
    expect(payments.fees).toMatchObject([{ label: 'Tip', type: 'tip', isEnded: false, ended: '' }])
    expect(payments.entries.map(({ kind, amount, online }) => [kind, amount, online?.left])).toEqual([
      ['Payment', '$285', '285.00'],
      ['Tip', '$20', '20.00'],
    ])
    expect(await at.booking.waive(at.tipId)).toMatchObject({
      errors: { reason: expect.stringContaining('Refund it') },
    })
    expect(await at.booking.balance()).toMatchObject({ tips: 2_000, open: 0, over: 0 })
    expect(await at.refund(at.tipId, '20.01')).toMatchObject({
      errors: { amount: 'Only $20 is left to refund.' },
    })
    expect(await at.refund(at.paymentId, '300')).toMatchObject({
      errors: { amount: 'Only $285 is left to refund.' },
    })
  })

  test('pays itself and never a later fee, and what was paid before stays paid', async () => {
    const { db } = await openDb()
    const at = await tipped(db)
    const paid = async () =>
      (await readLedger({ db }, at.booking.id)).charges.map(({ amountCents, paidCents }) => [
        ...[amountCents, paidCents],
      ])
    at.deps.clock.advance(60_000)
    expect(await at.booking.add('Late arrival', '35')).toEqual({ ok: true })
    expect(await at.booking.pay('fee', '35')).toEqual({ ok: true })
    at.deps.clock.advance(60_000)
    expect(await at.booking.add('Overtime', '50')).toEqual({ ok: true })
    expect(await paid()).toEqual([
      [28_500, 28_500],
      [2_000, 2_000],
      [3_500, 3_500],
      [5_000, 0],
    ])
  })

  test('that is refunded isn’t owed, whether all or a part of it', async () => {
    const { db } = await openDb()
    const at = await tipped(db)
    expect(await at.refund(at.tipId, '5')).toEqual({ ok: true })
    expect(await at.booking.balance()).toMatchObject({ tips: 1_500, refunded: 500, open: 0, over: 0 })
    expect((await at.booking.studioView()).payments.fees).toMatchObject([
      { amount: '$15', isEnded: false, ended: '$5 refunded' },
    ])
    expect(await at.refund(at.tipId, '15')).toEqual({ ok: true })
    expect(await at.refund(at.tipId, '1')).toMatchObject({ errors: { amount: 'Nothing is left to refund.' } })
    expect(at.stripe.refunds.map(({ amount }) => amount)).toEqual([500, 1_500])
    expect(await at.booking.balance()).toMatchObject({ tips: 0, refunded: 2_000, open: 0, over: 0 })
    const { payments } = await at.booking.studioView()
    expect(payments.fees).toMatchObject([{ isEnded: true, ended: 'Refunded' }])
    expect(payments.entries.map(({ kind, online }) => [kind, online?.left]).sort()).toEqual([
      ['Payment', '285.00'],
      ['Refund of tip', ''],
      ['Refund of tip', ''],
      ['Tip', ''],
    ])
    const told = (await queuedMail(db)).filter(({ kind }) => kind === 'payment-refunded')
    expect(told.map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringContaining('We refunded $5 of your tip to the card or account that you paid with.'),
      expect.stringContaining('We refunded $15 of your tip'),
    ])
    const { money } = await at.booking.view()
    expect(money.map(([label]) => label)).toEqual(expect.arrayContaining(['Tip received', 'Tip refunded']))
    expect(money.map(([label]) => label)).not.toContain('Balance due')
    expect(await openLedgers(db).execute()).toEqual([])
  })

  test('is charged again, and not overpaid, when its refund fails after all', async () => {
    const { db } = await openDb()
    const at = await tipped(db)
    const fail = async (nth: number) => {
      at.stripe.changeRefund(at.stripe.refunds[nth]?.id ?? '', 'failed')
      await at.deliver()
    }
    await at.refund(at.tipId, '5')
    await at.refund(at.tipId, '15')
    expect(await at.booking.balance()).toMatchObject({ tips: 0, refunded: 2_000 })
    await fail(1)
    expect(await at.booking.balance()).toMatchObject({ tips: 1_500, refunded: 500, open: 0, over: 0 })
    await fail(0)
    expect(await at.booking.balance()).toMatchObject({ tips: 2_000, refunded: 0, open: 0, over: 0 })
    expect((await at.booking.studioView()).payments.fees).toMatchObject([
      { label: 'Tip', amount: '$20', isEnded: false, ended: '' },
    ])
    // One that exceeds the rest of the payment, and of the whole payment only what it took of the tip.
    at.stripe.refund(at.session, 29_000)
    await at.deliver()
    expect(await at.booking.balance()).toMatchObject({ tips: 1_500, open: 28_500 })
    await fail(2)
    expect(await at.booking.balance()).toMatchObject({ tips: 2_000, refunded: 0, open: 0, over: 0 })
    expect(await openLedgers(db).execute()).toEqual([])
  })

  test('is refunded last by refunds of the whole payment in Stripe’s Dashboard', async () => {
    const at = await tipped((await openDb()).db)
    at.stripe.refund(at.session, 10_000)
    await at.deliver()
    expect(await at.booking.balance()).toMatchObject({ tips: 2_000, open: 10_000 })
    at.stripe.refund(at.session, 19_500)
    await at.deliver()
    expect(await at.booking.balance()).toMatchObject({ tips: 1_000, open: 28_500 })
    at.stripe.refund(at.session, 1_000)
    await at.deliver()
    expect(await at.booking.balance()).toMatchObject({ tips: 0, refunded: 30_500, open: 28_500, over: 0 })
  })
})
