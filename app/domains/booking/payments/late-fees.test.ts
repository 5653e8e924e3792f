import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lateFeeOf } from '~/domains/billing/late-fees'
import { agreeOnLateFee } from '~/domains/billing/late-fees.server'
import { saveInstallments } from '~/domains/billing/operations.server'
import { transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { addDays } from '~/platform/time'
import { author, config, mailTexts, open } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { chargeLateFees } from './late-fees.server'
import { recordPayment } from './operations.server'
import { remindOfPayments } from './reminders.server'

const FIRST = '2026-11-25'
const LAST = '2026-12-02'
const PRICE = 28_500
const PART = 10_000
const FEE = { amountCents: 2_500, percent: null, graceDays: 3 }

test('a percentage is rounded to the cent, half up', () => {
  const fee = { amountCents: null, percent: 5, graceDays: 0 }
  expect([9, 10, 20_010, 20_050].map((cents) => lateFeeOf(fee, cents))).toEqual([0, 1, 1_001, 1_003])
  expect(lateFeeOf(FEE, 9)).toBe(2_500)
})

describeOnBothEngines('late fees', (openDb) => {
  async function begin() {
    const { db } = await openDb()
    const { deps, book } = await open(db, { created_at: Date.parse('2026-11-20T15:00:00Z') })
    const job = { ...deps, config: { ...config, smtpUrl: 'smtp://mail' } }
    const due = async (given: Parameters<typeof book>[0] = {}) => {
      const booking = await book({ price_cents: PRICE, ...given })
      await transact(db, (tx) =>
        saveInstallments({ db: tx }, booking.id, () => [
          { dueOn: FIRST, daysBefore: null, amountCents: PART },
          { dueOn: LAST, daysBefore: null, amountCents: null },
        ]),
      )
      return booking
    }
    const agree = async (bookingId: string, fee: typeof FEE | null = FEE, contractId = newId()) => {
      await db
        .insertInto('contracts')
        .values({
          ...{ id: contractId, booking_id: bookingId, title: 'Wedding agreement', body: '', signers: '[]' },
          created_at: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const at = deps.clock.now()
      await transact(db, (tx) =>
        agreeOnLateFee({ db: tx }, { contractId, bookingId, title: 'Wedding agreement', at }, fee),
      )
      return contractId
    }
    const pass = async (day: string) => {
      deps.clock.set(Date.parse(`${day}T15:00:00Z`))
      await Promise.all([1, 2, 3].map(() => chargeLateFees(job)))
    }
    const charged = async (bookingId: string) =>
      (
        await db
          .selectFrom('charges')
          .selectAll()
          .where('booking_id', '=', bookingId)
          .where('title', 'like', 'Late fee%')
          .orderBy('id')
          .execute()
      ).map(({ title, amount_cents, voided_at }) => [title, amount_cents, voided_at !== null] as const)
    const pay = (bookingId: string, cents: number) => {
      const fields: Record<string, string> = {
        ...{ payment: 'balance', amount: String(cents / 100), receivedOn: '2026-11-20', method: 'cash' },
      }
      return recordPayment(deps, { bookingId, once: newId(), get: (name) => fields[name] ?? '' })
    }
    return { db, deps, job, due, agree, pass, charged, pay }
  }

  test('are charged once for each due date, after the grace, and not again once waived', async () => {
    const { db, deps, due, agree, pass, charged, job } = await begin()
    const booking = await due()
    await agree(booking.id)
    await pass('2026-11-28')
    expect(await charged(booking.id)).toEqual([])
    await remindOfPayments(job)
    expect((await mailTexts(db)).at(-1)).toContain(
      'As agreed in “Wedding agreement”, a late fee of $25 applies if it isn’t received by Saturday, November 28, 2026.',
    )
    await pass('2026-11-29')
    const first = ['Late fee for $100 due November 25, 2026', 2_500] as const
    expect(await charged(booking.id)).toEqual([[...first, false]])
    const view = await booking.studioView()
    expect(view.history[0]?.what).toBe(
      'The system charged $25, late fee for $100 due November 25, 2026, as agreed in “Wedding agreement”',
    )
    expect((await booking.view()).history[0]?.text).toBe(
      'We added a fee of $25: Late fee for $100 due November 25, 2026, as agreed in “Wedding agreement”.',
    )
    const [fee] = await booking.fees()
    await booking.waive(fee?.id ?? '')
    await pass('2026-12-20')
    expect(await charged(booking.id)).toEqual([
      [...first, true],
      ['Late fee for $185 due December 2, 2026', 2_500, false],
    ])
    await pass('2027-01-20')
    expect(await charged(booking.id)).toHaveLength(2)
    const log = await db.selectFrom('audit').selectAll().where('action', '=', 'fee-added').execute()
    expect(log).toHaveLength(2)
    expect(log[0]?.changes).toContain('Wedding agreement')
    expect(deps.author).toEqual(author)
  })

  test('aren’t charged without a signed clause, for canceled sessions, or for due dates before it', async () => {
    const { due, agree, pass, charged } = await begin()
    const [without, canceled, later] = [
      await due(),
      await due({ session_date: Date.parse('2026-12-06T15:30:00Z') }),
      await due({ session_date: Date.parse('2026-12-07T15:30:00Z') }),
    ]
    await agree(canceled.id)
    await canceled.decide('cancel', 'back')
    const ended = await agree(without.id)
    await agree(without.id, null, ended)
    await pass('2026-11-27')
    await agree(later.id)
    await pass('2027-01-20')
    expect([await charged(without.id), await charged(canceled.id)]).toEqual([[], []])
    expect((await charged(later.id)).map(([title]) => title)).toEqual([
      'Late fee for $185 due December 2, 2026',
    ])
  })

  test('don’t come at once for what is sold after the last due date, which gets a later due date', async () => {
    const { due, agree, pass, pay, charged } = await begin()
    const booking = await due()
    await agree(booking.id)
    expect(await pay(booking.id, PRICE)).toEqual({ ok: true })
    await pass('2026-12-20')
    expect(await booking.add('Print', '120', 'yes')).toEqual({ ok: true })
    expect(await booking.add('Frame', '30', 'yes')).toEqual({ ok: true })
    await pass('2027-01-06')
    expect(await charged(booking.id)).toEqual([])
    const { dues } = (await booking.studioView()).payments
    expect(dues.map(({ amount, day, status }) => [amount, day, status])).toEqual([
      ['$100', 'Wednesday, November 25, 2026', 'paid'],
      ['$185', 'Wednesday, December 2, 2026', 'paid'],
      ['$150', 'Sunday, January 3, 2027', 'overdue'],
    ])
    await pass('2027-01-07')
    expect(await charged(booking.id)).toEqual([['Late fee for $150 due January 3, 2027', 2_500, false]])
  })

  test('never come twice for a due date, nor for what was paid in time, whatever happens', async () => {
    const { db, due, agree, pass, pay, deps, charged } = await begin()
    let session = Date.parse('2027-02-01T15:30:00Z')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 15_000 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 2, maxLength: 7 }), async (has, steps) => {
        deps.clock.set(Date.parse('2026-11-20T15:00:00Z'))
        session += 86_400_000
        const booking = await due({ session_date: session })
        if (has) await agree(booking.id)
        let [day, kept] = ['2026-11-20', 0]
        const expected = new Set<string>()
        for (const each of steps) {
          if (each.kind === 'pay') {
            if ((await pay(booking.id, each.cents)).ok) kept += each.cents
            continue
          }
          day = addDays(day, each.days)
          await pass(day)
          if (has && kept < PART && day > addDays(FIRST, 3)) expected.add(FIRST)
          if (has && kept < PRICE && day > addDays(LAST, 3)) expected.add(LAST)
        }
        const rows = await db
          .selectFrom('late_fees')
          .selectAll()
          .where('booking_id', '=', booking.id)
          .execute()
        expect(rows.map(({ due_on }) => due_on).toSorted()).toEqual([...expected].toSorted())
        expect(await charged(booking.id)).toHaveLength(expected.size)
        // Others shouldn't see it as late in the next run.
        await db.deleteFrom('late_fee_terms').execute()
      }),
      { numRuns: 12 },
    )
  })
})
