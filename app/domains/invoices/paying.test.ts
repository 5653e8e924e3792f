import { afterEach, expect, test } from 'vitest'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { putSetting } from '../../../test/support/factories'
import { begin, stopPaying } from '../../../test/support/paying'
import { testSettings } from '../../../test/support/settings'
import { creditPart } from './credits.server'
import { issueInvoice, issueReceipt } from './operations.server'
import { payInvoice, readInvoicePayments } from './paying.server'
import { listClientDocuments, readInvoice, readInvoiceRoom } from './reading.server'

const URLS = {
  paidUrl: 'https://studio.example.com/invoice?done=paid',
  backUrl: 'https://studio.example.com/invoice',
}

afterEach(stopPaying)

describeOnBothEngines('paying an invoice', (open) => {
  test('pays its booking, by what is due then, until nothing is left of the invoice', async () => {
    const { db } = await open()
    const at = await begin(db)
    await putSetting(db, 'payments', { ...testSettings.payments, daysBefore: 3 })
    const booking = await at.confirmed()
    // The invoice is due when the last payment is.
    expect((await readInvoiceRoom(at.deps, booking.id))?.next?.dueOn).toBe('2026-12-02')
    const issued = await issueInvoice(at.deps, {
      ...{ bookingId: booking.id, once: newId(), sent: { dueOn: '2026-12-05' } },
    })
    if (!issued.ok) throw new Error(issued.reason)
    const invoice = { id: issued.id, bookingId: booking.id }
    const read = () => readInvoicePayments(at.deps, invoice)
    const pay = (part: 'next' | 'all') => payInvoice(at.deps, invoice, { part }, URLS)
    const listed = async () => (await listClientDocuments(at.deps, [booking.id]))[0]
    const arrive = async () => {
      at.stripe.pay(at.stripe.latest())
      for (const event of at.stripe.events) await at.deliver(event)
      await at.work()
    }
    expect(await read()).toMatchObject({
      dues: [
        { text: '$75 is due Friday, November 20, 2026.' },
        { text: '$210 is due Wednesday, December 2, 2026.' },
      ],
      payable: [
        { part: 'next', label: 'Pay $75' },
        { part: 'all', label: 'Pay everything ($285)' },
      ],
      ...{ processing: '', beside: '', otherwise: '' },
    })
    expect(await listed()).toMatchObject({ status: 'open', left: '' })
    // A checkout that the booking's page opened is the same one.
    expect(await at.start(booking.id)).toEqual({ ok: true })
    expect(await pay('next')).toEqual({ ok: true })
    expect(await at.payments()).toHaveLength(1)
    await arrive()
    expect(await at.received(booking.id)).toEqual([['deposit', 7_500, 'online']])
    expect(await read()).toMatchObject({ payable: [{ part: 'next', label: 'Pay $210' }], beside: '' })
    expect(await listed()).toMatchObject({ status: 'open', left: '$210.00' })

    await booking.add('More photos', '40')
    expect(await read()).toMatchObject({
      beside: expect.stringMatching(/^\$40 more is due for your booking, which isn’t on this invoice\./),
    })
    const credit = { 'line.1': 'yes', 'amount.1': '60', reason: 'Fewer photos' }
    expect(await creditPart(at.deps, { id: invoice.id, once: newId(), sent: credit })).toMatchObject({
      ok: true,
    })
    expect(await pay('all')).toEqual({ ok: true })
    expect(at.stripe.latest().amount_total).toBe(21_000 + 4_000 - 6_000)
    await arrive()
    expect(await read()).toBeNull()
    expect(await pay('all')).toEqual({ ok: false, reason: 'nothing-due' })
    await booking.add('Another print', '20')
    // Something is due again, but not on this invoice.
    expect(await read()).toBeNull()
    expect(await pay('next')).toEqual({ ok: false, reason: 'nothing-due' })
    const [payment] = await db.selectFrom('payments').select('id').execute()
    const receipt = await issueReceipt(at.deps, { bookingId: booking.id, paymentId: payment?.id ?? '' })
    const id = receipt.ok ? receipt.id : ''
    expect(await readInvoicePayments(at.deps, { id, bookingId: booking.id })).toBeNull()
    expect((await readInvoice(at.deps, id))?.view.facts).toContainEqual(['Method', 'Online'])
  })

  test('ends a checkout that is open in another tab when a credit note lowers what is due', async () => {
    const { db } = await open()
    const at = await begin(db)
    const booking = await at.confirmed()
    const once = newId()
    await issueInvoice(at.deps, { bookingId: booking.id, once, sent: { dueOn: '2026-12-05' } })
    const invoice = { id: once, bookingId: booking.id }
    expect(await payInvoice(at.deps, invoice, { part: 'all' }, URLS)).toEqual({ ok: true })
    const session = at.stripe.latest()
    const sent = { 'line.1': 'yes', 'amount.1': '60', reason: 'Fewer photos' }
    expect(await creditPart(at.deps, { id: once, once: newId(), sent })).toMatchObject({ ok: true })
    // Crediting asks no one: the job does.
    expect(session.status).toBe('open')
    await at.work()
    expect(session.status).toBe('expired')
    expect((await at.payments()).map(({ state }) => state)).toEqual(['expired'])
    expect(await payInvoice(at.deps, invoice, { part: 'all' }, URLS)).toEqual({ ok: true })
    expect(at.stripe.open().map(({ amount_total }) => amount_total)).toEqual([22_500])
  })

  test('says how to pay in another way without Stripe, and nothing of another day than the invoice’s', async () => {
    const { db } = await open()
    const at = await begin(db)
    const booking = await at.confirmed()
    const deps = { ...at.deps, config: { ...at.deps.config, stripe: undefined } }
    const sent = { dueOn: '2026-12-05' }
    const issued = await issueInvoice(deps, { bookingId: booking.id, once: newId(), sent })
    const invoice = { id: issued.ok ? issued.id : '', bookingId: booking.id }
    expect(await readInvoicePayments(deps, invoice)).toMatchObject({
      ...{ payable: [], beside: '' },
      otherwise: 'Reply to one of our emails to pay it.',
    })
    const instructions = 'Send a check to\n1 Main Street.'
    await putSetting(db, 'payments', { ...testSettings.payments, instructions })
    expect(await readInvoicePayments(deps, invoice)).toMatchObject({ otherwise: instructions })
    expect(await readInvoicePayments(at.deps, invoice)).toMatchObject({
      ...{ payable: [{ part: 'next' }, { part: 'all' }], otherwise: instructions },
    })
    expect(await payInvoice(deps, invoice, { part: 'all' }, URLS)).toEqual({
      ok: false,
      reason: 'nothing-due',
    })
  })
})
