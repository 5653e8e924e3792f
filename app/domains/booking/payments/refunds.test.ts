import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  dueBefore,
  openLedgers,
  readInstallments,
  readLedger,
  saveInstallments,
} from '~/domains/billing/operations.server'
import { issueInvoice } from '~/domains/invoices/operations.server'
import { moneyInput } from '~/platform/amounts'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { open, SESSION } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { depositLeft } from '../requirements/model'
import { STILL_OWED } from './model'
import { bookingDues } from './schedule.server'

type Opened = Awaited<ReturnType<typeof open>>
type Booked = Awaited<ReturnType<Opened['book']>>

const chargesOf = async (db: Db, id: string) =>
  (await readLedger({ db }, id)).charges.map(({ title, amountCents, creditedCents, tax, voided }) => ({
    ...{ title, amountCents, creditedCents, tax: tax.cents, isVoid: voided !== null },
  }))

/** What is left to pay, by day, as the client, the reminders, the lists and Today have it. */
async function openOf(db: Db, booking: Booked) {
  const [ledger, installments] = [
    await readLedger({ db }, booking.id),
    await readInstallments({ db }, booking.id),
  ]
  const dues = bookingDues(await booking.read(), ledger, installments)
  return {
    open: (await booking.balance()).open,
    dues: dues.flatMap(({ dueOn, openCents }) => (openCents === 0 ? [] : [[dueOn, openCents]])),
    index: await openLedgers(db).where('booking_id', '=', booking.id).execute(),
    sums: await dueBefore({ db }, ['2026-11-27', '2026-12-31'], sql<boolean>`b.id = ${booking.id}`),
  }
}

const cents = fc.integer({ min: 1, max: 30_000 })
const plan = fc.record({
  extras: fc.array(cents, { maxLength: 2 }),
  payments: fc.array(fc.tuple(fc.constantFrom('deposit', 'balance', 'fee'), cents), {
    minLength: 1,
    maxLength: 3,
  }),
  installments: fc.array(fc.tuple(fc.integer({ min: 20, max: 30 }), cents), { maxLength: 2 }),
  refunds: fc.array(fc.tuple(cents, fc.nat()), { minLength: 1, maxLength: 2 }),
})

describeOnBothEngines('a refund that isn’t owed again', (openDb, engine) => {
  test('leaves what is open, and when it’s due, and is as if it had never been once it’s voided', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    let nth = 0
    await fc.assert(
      fc.asyncProperty(plan, async ({ extras, payments, installments, refunds }) => {
        const booking = await book({ session_date: SESSION + nth++ * 7_200_000 })
        await transact(db, (tx) =>
          saveInstallments({ db: tx }, booking.id, () => {
            const fixed = installments
              .map(([day, amountCents]) => ({ dueOn: `2026-11-${day}`, daysBefore: null, amountCents }))
              .sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
            return [...fixed, { dueOn: '2026-12-01', daysBefore: null, amountCents: null }]
          }),
        )
        for (const [at, amount] of extras.entries())
          expect(await booking.add(`Extra ${at}`, moneyInput(amount), at === 0 ? 'yes' : '')).toEqual({
            ok: true,
          })
        deps.clock.advance(1_000)
        for (const [kind, amount] of payments) await booking.pay(kind, moneyInput(amount))
        for (const [amount, of] of refunds) {
          const [before, charges] = [await openOf(db, booking), await chargesOf(db, booking.id)]
          const { kept, over } = await booking.balance()
          const ids = (await booking.studioView()).payments.refunds.charges.map(({ id }) => id)
          const refunded = Math.min(amount, kept)
          if (refunded === 0) continue
          const owed = ids[of % Math.max(1, ids.length)] ?? ''
          expect(await booking.pay('refund', moneyInput(refunded), owed)).toEqual({ ok: true })
          expect(await openOf(db, booking)).toEqual(before)
          const ledger = await readLedger({ db }, booking.id)
          for (const charge of ledger.charges)
            expect(charge.paidCents).toBeLessThanOrEqual(charge.amountCents ?? 0)
          const refund = ledger.payments.findLast(({ kind }) => kind === 'refund')
          expect(refund?.creditedCents).toBe(Math.max(0, refunded - over))
          expect(await booking.void(refund?.id ?? '')).toEqual({ ok: true })
          expect(await chargesOf(db, booking.id)).toEqual(charges)
          expect(await openOf(db, booking)).toEqual(before)
          expect(await booking.pay('refund', moneyInput(refunded), owed)).toEqual({ ok: true })
        }
      }),
      { numRuns: engine === 'sqlite' ? 30 : 8 },
    )
  })

  test('is taken off the chosen charge, which client and studio see, and nothing is asked for again', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    expect(await booking.add('Album', '120', 'yes')).toEqual({ ok: true })
    expect((await booking.studioView()).payments.refunds).toEqual({
      charges: [],
      hasInvoice: false,
      overpaid: '',
    })
    expect(await booking.pay('balance', '405')).toEqual({ ok: true })
    const { charges } = (await booking.studioView()).payments.refunds
    expect(charges.map(({ label }) => label)).toEqual(['the price', '“Album”'])
    expect(await booking.pay('refund', '50', charges[1]?.id)).toEqual({ ok: true })
    expect(await booking.balance()).toMatchObject({ open: 0, over: 0, extras: 7_000, refunded: 5_000 })
    expect((await booking.studioView()).payments.fees).toMatchObject([
      { label: 'Album', amount: '$70', isEnded: false, ended: '$50 credited' },
    ])
    expect(await booking.pay('refund', '100', charges[0]?.id)).toEqual({ ok: true })
    const view = await booking.view()
    expect(view.money).toContainEqual(['Credited', '−$100'])
    expect(view.money.map(([label]) => label)).not.toContain('Balance due')
    expect(view.history[0]?.text).toBe('We recorded a refund. You don’t owe it anymore.')
    expect((await booking.studioView()).history[0]?.what).toBe(
      'Dorian Ellis recorded $100, refund, cash. $100 is no longer owed',
    )
    // More than is left of the album: the rest is taken off the price.
    expect(await booking.pay('refund', '90', charges[1]?.id)).toEqual({ ok: true })
    expect(await chargesOf(db, booking.id)).toMatchObject([
      { title: '', amountCents: 16_500, creditedCents: 12_000, isVoid: false },
      { title: 'Album', isVoid: true },
    ])
    expect((await booking.studioView()).payments.fees).toMatchObject([{ isEnded: true, ended: 'Refunded' }])
    expect(await booking.balance()).toMatchObject({ open: 0, over: 0 })
  })

  test('is owed again if the studio says so, or doesn’t say', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    await booking.pay('balance', '285')
    expect(await booking.pay('refund', '100', STILL_OWED)).toEqual({ ok: true })
    expect(await booking.pay('refund', '50')).toEqual({ ok: true })
    expect(await booking.balance()).toMatchObject({ open: 15_000, credited: 0 })
    expect(await booking.pay('refund', '50', 'another')).toMatchObject({
      errors: { owed: 'Choose whether the client still owes it.' },
    })
  })

  test('leaves a required deposit paid, unlike one that is owed again', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    await booking.pay('deposit', '75')
    const left = async () => depositLeft(await booking.read(), await readLedger({ db }, booking.id))
    const [price] = (await booking.studioView()).payments.refunds.charges
    expect(await booking.pay('refund', '25', price?.id)).toEqual({ ok: true })
    expect(await left()).toBe(0)
    expect(await booking.pay('refund', '10', STILL_OWED)).toEqual({ ok: true })
    expect(await left()).toBe(1_000)
  })

  test('isn’t taken off what is on an invoice, which a credit note corrects', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    await booking.pay('balance', '285')
    const issue = { bookingId: booking.id, once: newId(), sent: { dueOn: '2026-12-05' } }
    expect(await issueInvoice(deps, issue)).toMatchObject({ ok: true })
    expect((await booking.studioView()).payments.refunds).toEqual({
      charges: [],
      hasInvoice: true,
      overpaid: '',
    })
    const [price] = (await readLedger({ db }, booking.id)).charges
    expect(await booking.pay('refund', '100', price?.id)).toMatchObject({
      errors: { owed: expect.stringContaining('Issue a credit note for the rest first, then refund.') },
    })
    expect(await booking.balance()).toMatchObject({ refunded: 0 })
    // What is added later can be refunded.
    await booking.add('Album', '120', 'yes')
    await booking.pay('balance', '120')
    const [album] = (await booking.studioView()).payments.refunds.charges
    expect(await booking.pay('refund', '121', album?.id)).toMatchObject({
      errors: { owed: expect.stringContaining('Only $120 of it isn’t on an invoice.') },
    })
    expect(await booking.pay('refund', '120', album?.id)).toEqual({ ok: true })
    expect(await booking.balance()).toMatchObject({ open: 0, extras: 0 })
  })

  test('stays taken off when it’s voided after the session was canceled', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    await booking.pay('balance', '285')
    const [price] = (await booking.studioView()).payments.refunds.charges
    await booking.pay('refund', '285', price?.id)
    const refund = (await readLedger({ db }, booking.id)).payments.find(({ kind }) => kind === 'refund')
    expect(await booking.decide('cancel', 'return')).toMatchObject({ ok: true })
    expect(await booking.void(refund?.id ?? '')).toEqual({ ok: true })
    expect(await booking.balance()).toMatchObject({ open: 0, over: 28_500 })
  })
})
