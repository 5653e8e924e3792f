import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { tipOf } from '~/domains/billing/model'
import { changePrice, chargeFee, readLedger, recordReceived } from '~/domains/billing/operations.server'
import { creditPart } from '~/domains/invoices/credits.server'
import { issueInvoice } from '~/domains/invoices/operations.server'
import { type Db, openDatabase, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { author, open } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { recordPayment, voidPayment } from './operations.server'

const UNTAXED = { name: '', rate: 0, isIncluded: false, kinds: [] }
const DAY = 86_400_000
/** Time in which a change that doesn’t wait for the other one would be done. */
const MOMENT_MS = 300

type Booked = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['book']>>

const offered = async (booking: Booked) => (await booking.studioView()).payments.refunds

async function refundsOf(db: Db, booking: Booked): Promise<string[]> {
  const { payments } = await readLedger({ db }, booking.id)
  return payments.filter(({ kind }) => kind === 'refund').map(({ id }) => id)
}

describeOnBothEngines('what a refund was taken off', (openDb, engine) => {
  test('is never a tip, which is refunded by itself', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    await booking.pay('balance', '285')
    const tip = { id: tipOf(newId()), bookingId: booking.id, amountCents: 2_000, at: deps.clock.now() }
    await transact(db, async (tx) => {
      await chargeFee({ db: tx }, { ...tip, kind: 'other', title: 'Tip' })
      const received = { receivedOn: '2026-11-20', method: 'online', note: '', by: '' }
      await recordReceived({ db: tx }, { ...tip, ...received, kind: 'fee' }, { mayOverpay: false })
    })
    const { charges } = await offered(booking)
    expect(charges.map(({ label }) => label)).toEqual(['the price'])
    expect(await booking.pay('refund', '290', charges[0]?.id)).toMatchObject({
      errors: { owed: 'Only $285 of it can be taken off. A tip is refunded by itself.' },
    })
  })

  test('is forgotten when another price is agreed on', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const agree = async (booking: Booked) => {
      await transact(db, (tx) => changePrice({ db: tx, clock: deps.clock }, booking.id, 30_000, UNTAXED))
      await db.updateTable('bookings').set({ price_cents: 30_000 }).where('id', '=', booking.id).execute()
    }
    const whole = await book()
    await whole.pay('balance', '285')
    await whole.pay('refund', '285', (await offered(whole)).charges[0]?.id)
    expect((await whole.view()).money.map(([label]) => label)).not.toContain('Paid')
    await agree(whole)
    expect(await whole.balance()).toMatchObject({ open: 30_000, credited: 0 })
    for (const id of await refundsOf(db, whole)) await whole.void(id)
    expect(await whole.balance()).toMatchObject({ open: 1_500, credited: 0 })

    const part = await book({ session_date: deps.clock.now() + 40 * DAY })
    await part.pay('balance', '285')
    await part.pay('refund', '85', (await offered(part)).charges[0]?.id)
    const [first = ''] = await refundsOf(db, part)
    await agree(part)
    expect(await part.balance()).toMatchObject({ open: 10_000, credited: 0 })
    await part.pay('refund', '50', (await offered(part)).charges[0]?.id)
    expect(await part.balance()).toMatchObject({ open: 10_000, credited: 5_000 })
    await part.void(first)
    expect(await part.balance()).toMatchObject({ open: 1_500, credited: 5_000 })
  })

  test('isn’t charged again as a deposit that a client forfeits', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const [whole, part] = [await book(), await book({ session_date: deps.clock.now() + 16 * DAY })]
    for (const [booking, amount] of [
      [whole, '285'],
      [part, '235'],
    ] as const) {
      await booking.pay('balance', '285')
      await booking.pay('refund', amount, (await offered(booking)).charges[0]?.id)
    }
    deps.clock.advance(14 * DAY)
    await whole.cancel()
    expect(await whole.balance()).toMatchObject({ open: 0, fees: 0 })
    await part.cancel()
    expect(await part.balance()).toMatchObject({ open: 0, over: 0, fees: 5_000 })
    const emails = (await queuedMail(db)).filter(({ kind }) => kind === 'booking-canceled')
    expect(emails.map(({ text }) => text.includes('you still owe'))).toEqual([false, true])
    expect(emails.map(({ text }) => /Credited: −\$(\d+)/.exec(text)?.[1])).toEqual(['285', '235'])
  })

  test('is owed again unless someone has ended the charge since then', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    await booking.add('Album', '120', 'yes')
    await booking.pay('balance', '405')
    const [, album] = (await offered(booking)).charges
    await booking.pay('refund', '50', album?.id)
    await booking.waive(album?.id ?? '', 'Refunded')
    expect((await booking.studioView()).payments.fees).toMatchObject([
      { ended: `Removed by ${author.name}: Refunded` },
    ])
    for (const id of await refundsOf(db, booking)) await booking.void(id)
    expect(await booking.balance()).toMatchObject({ extras: 0, over: 12_000 })
  })

  test('isn’t asked about for what a credit note has made free', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    await booking.pay('balance', '285')
    const id = newId()
    await issueInvoice(deps, { bookingId: booking.id, once: id, sent: { dueOn: '2026-12-05' } })
    const sent = { 'line.0': 'yes', 'amount.0': '100', 'line.1': 'yes', 'amount.1': '100', reason: 'Rain' }
    expect(await creditPart(deps, { id, once: newId(), sent })).toMatchObject({ ok: true })
    expect(await offered(booking)).toEqual({ charges: [], hasInvoice: true, overpaid: '$100' })
    await booking.pay('refund', '100')
    expect(await booking.balance()).toMatchObject({ open: 0, over: 0 })
  })

  if (engine === 'sqlite') return

  /** A paid booking, with a second connection to its database. */
  async function paidBooking() {
    const { db, where } = await openDb()
    const { deps, book } = await open(db)
    const other = openDatabase(where)
    onTestFinished(() => other.destroy())
    const booking = await book()
    await booking.pay('balance', '285')
    return { db, deps, other, booking, price: (await offered(booking)).charges[0]?.id ?? '' }
  }

  test('isn’t on an invoice that is issued at the same time', async () => {
    const { db, deps, other, booking, price } = await paidBooking()
    const fields: Record<string, string> = {
      ...{ payment: 'refund', amount: '100', owed: price },
      ...{ receivedOn: '2026-11-20', method: 'cash' },
    }
    const issuing = await transact(db, async (tx) => {
      const get = (name: string) => fields[name] ?? ''
      await recordPayment({ ...deps, db: tx }, { bookingId: booking.id, once: newId(), get })
      const given = { bookingId: booking.id, once: newId(), sent: { dueOn: '2026-12-05' } }
      const issued = issueInvoice({ ...deps, db: other }, given)
      await Promise.race([issued, sleep(MOMENT_MS)])
      return { issued }
    })
    expect(await issuing.issued).toMatchObject({ ok: true })
    expect(await db.selectFrom('invoices').select('net_cents').execute()).toEqual([{ net_cents: 18_500 }])
  })

  test('stays so if the session is canceled while the refund is voided', async () => {
    const { db, deps, other, booking, price } = await paidBooking()
    await booking.pay('refund', '285', price)
    const [paymentId = ''] = await refundsOf(db, booking)
    const { voiding } = await transact(db, async (tx) => {
      await tx.updateTable('bookings').set({ state: 'canceled' }).where('id', '=', booking.id).execute()
      const given = { bookingId: booking.id, paymentId, reason: 'A typo' }
      const voided = voidPayment({ ...deps, db: other }, given)
      await Promise.race([voided, sleep(MOMENT_MS)])
      return { voiding: voided }
    })
    expect(await voiding).toEqual({ ok: true })
    expect(await booking.balance()).toMatchObject({ open: 0, over: 28_500 })
  })
})
