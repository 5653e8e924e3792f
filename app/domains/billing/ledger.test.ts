import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordPayment } from '~/domains/booking/payments/operations.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { author, open } from '../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../test/support/database'
import { expectCopied } from '../../../test/support/former-ledger'
import { paidByRule } from '../../../test/support/paid-by-rule'
import { ledgerBalance } from './balance'
import { isFee, tipOf } from './model'
import {
  changePrice,
  chargeFee,
  dueBefore,
  openLedgers,
  readInstallments,
  readLedger,
  recordReceived,
  saveInstallments,
  voidReceived,
  waiveCharge,
} from './operations.server'
import { duesOf } from './schedule'

const SESSION_DAY = '2026-12-05'
const UNTAXED = { name: '', rate: 0, isIncluded: false, kinds: [] }

const sum = (amounts: (number | null)[]) =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)

/** What holds for a booking's money at any time. */
async function expectSound(db: Db, bookingId: string): Promise<void> {
  const ledger = await readLedger({ db }, bookingId)
  const balance = ledgerBalance(ledger)
  const allocations = await db
    .selectFrom('allocations')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .execute()
  const allocated = sum(allocations.map(({ amount_cents }) => amount_cents))
  const owed = ledger.charges.filter(({ voided }) => voided === null)
  const counted = ledger.payments.filter(({ voidedAt }) => voidedAt === null)
  for (const charge of ledger.charges) {
    expect(charge.paidCents).toBeLessThanOrEqual(charge.voided === null ? (charge.amountCents ?? 0) : 0)
    expect(charge.paidCents).toBe(
      sum(allocations.filter((each) => each.charge_id === charge.id).map(({ amount_cents }) => amount_cents)),
    )
  }
  for (const payment of ledger.payments)
    expect(
      sum(
        allocations.filter((each) => each.payment_id === payment.id).map(({ amount_cents }) => amount_cents),
      ),
    ).toBeLessThanOrEqual(payment.voidedAt === null && payment.kind !== 'refund' ? payment.amountCents : 0)
  const of = (isOf: (kind: string) => boolean) =>
    sum(counted.filter(({ kind }) => isOf(kind)).map(({ amountCents }) => amountCents))
  const [received, refunded] = [of((kind) => kind !== 'refund'), of((kind) => kind === 'refund')]
  expect(allocated).toBeLessThanOrEqual(Math.max(0, received - refunded))
  for (const amount of [balance.over, balance.feesOpen, balance.open ?? 0])
    expect(amount).toBeGreaterThanOrEqual(0)
  if (owed.some(({ amountCents }) => amountCents === null)) expect(balance.open).toBeNull()
  else {
    const charged = sum(owed.map(({ amountCents }) => amountCents))
    expect(balance.open).toBe(charged - allocated + Math.max(0, refunded - received))
    expect((balance.open ?? 0) - balance.over).toBe(charged - received + refunded)
    expect(Math.min(balance.open ?? 0, balance.over)).toBe(0)
  }
  const paid = await paidByRule(db, bookingId)
  expect(ledger.charges.map(({ id, paidCents }) => [id, paidCents])).toEqual(
    ledger.charges.map(({ id }) => [id, paid.get(id) ?? 0]),
  )
  await expectListed(db, bookingId)
  await expectCopied(db, bookingId)
}

/** A list of what is due has the booking exactly as long as a known amount is open, by the day of the first. */
async function expectListed(db: Db, bookingId: string): Promise<void> {
  const ledger = await readLedger({ db }, bookingId)
  const dues = duesOf(await readInstallments({ db }, bookingId), ledger, { otherwise: SESSION_DAY })
  const { received, refunded } = ledgerBalance(ledger)
  const known =
    sum(
      ledger.charges
        .filter(({ voided }) => voided === null)
        .map((each) => (each.amountCents ?? 0) - each.paidCents),
    ) + Math.max(0, refunded - received)
  // A part whose amount isn't known is due for the charges that are.
  const first = dues.find(({ openCents }) => (openCents === null ? known > 0 : openCents > 0))
  const row = await openLedgers(db).where('booking_id', '=', bookingId).executeTakeFirst()
  expect(row?.due_on).toBe(first?.dueOn)
  const openBefore = (day: string) => {
    const before = dues.filter(({ dueOn }) => dueOn < day)
    const parts = sum(before.map(({ openCents }) => openCents))
    return before.some(({ openCents }) => openCents === null) ? Math.max(parts, known) : parts
  }
  for (const days of [
    ['2026-11-25', '2026-12-01'],
    ['2026-12-01', '2027-01-01'],
  ] as const) {
    const due = await dueBefore({ db }, days, sql`true`)
    expect([sum(due.map(({ byFirst }) => byFirst)), sum(due.map(({ byLast }) => byLast))]).toEqual(
      days.map(openBefore),
    )
  }
}

const cents = fc.integer({ min: 1, max: 40_000 })
const kind = fc.constantFrom('deposit' as const, 'balance' as const, 'fee' as const, 'refund' as const)
const step = fc.oneof(
  fc.record({ do: fc.constant('charge' as const), cents }),
  fc.record({ do: fc.constant('tip' as const), cents }),
  fc.record({ do: fc.constant('agree on a price' as const), cents }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay' as const), cents, kind, overpays: fc.boolean() }),
  },
  fc.record({ do: fc.constant('pay the rest' as const) }),
  fc.record({ do: fc.constant('void' as const), nth: fc.nat(5) }),
  fc.record({ do: fc.constant('waive' as const), nth: fc.nat(3) }),
  fc.record({ do: fc.constant('former version records' as const), cents, kind }),
  fc.record({ do: fc.constant('former version voids' as const), nth: fc.nat(5) }),
  fc.record({ do: fc.constant('former version charges' as const), cents }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({
    do: fc.constant('schedule' as const),
    parts: fc.array(fc.record({ cents, day: fc.integer({ min: 10, max: 30 }) }), { maxLength: 3 }),
  }),
)

describeOnBothEngines('the ledger', (openDb, engine) => {
  test('never pays anything twice or below zero, whatever is written in whatever order', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    let at = deps.clock.now()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', '', 'photo'),
        fc.constantFrom(0, 2_500),
        fc.array(step, { minLength: 3, maxLength: 12 }),
        async (price_unit, travel_fee_cents, steps) => {
          await db.deleteFrom('bookings').execute()
          const { id: bookingId } = await book({ price_unit, travel_fee_cents })
          await expectSound(db, bookingId)
          let [hasFormer, isCanceled] = [false, false]
          for (const each of steps) {
            at += 1_000
            deps.clock.set(new Date(at).toISOString())
            const received = { receivedOn: '2026-11-20', method: 'cash', note: '', at, by: author.name }
            const ledger = await readLedger({ db }, bookingId)
            const before = ledgerBalance(ledger)
            let isLaterCharge = false
            const pay = (
              amountCents: number,
              what: (typeof ledger.payments)[number]['kind'],
              mayOverpay: boolean,
            ) =>
              transact(db, (tx) =>
                recordReceived(
                  { db: tx },
                  { ...received, id: newId(), bookingId, kind: what, amountCents },
                  { mayOverpay },
                ),
              )
            switch (each.do) {
              case 'tip': {
                isLaterCharge = true
                const id = tipOf(newId())
                const tip = { id, bookingId, amountCents: each.cents }
                await transact(db, async (tx) => {
                  await chargeFee({ db: tx }, { ...tip, kind: 'other', title: 'Tip', at })
                  await recordReceived(
                    { db: tx },
                    { ...received, ...tip, kind: 'fee' },
                    { mayOverpay: false },
                  )
                })
                break
              }
              case 'agree on a price': {
                if (isCanceled) break
                const hadPrice = ledger.charges.some(({ kind: of, voided }) => of === 'session' && !voided)
                await transact(db, (tx) =>
                  changePrice({ db: tx, clock: deps.clock }, bookingId, each.cents, UNTAXED),
                )
                if (!hadPrice) isLaterCharge = true
                break
              }
              case 'charge': {
                isLaterCharge = true
                const fee = { bookingId, kind: 'other' as const, title: 'Extra', amountCents: each.cents, at }
                expect(await transact(db, (tx) => chargeFee({ db: tx }, fee))).toBe(true)
                break
              }
              case 'pay': {
                const paid = await pay(each.cents, each.kind, each.overpays)
                const most = { refund: before.kept, fee: before.feesOpen }[each.kind as string] ?? Infinity
                const mayBe =
                  each.cents <= most &&
                  (each.kind === 'refund' ||
                    each.overpays ||
                    before.open === null ||
                    each.cents <= before.open)
                expect(paid.ok).toBe(mayBe)
                break
              }
              case 'pay the rest':
                if (!before.open) break
                expect(await pay(before.open, 'balance', false)).toMatchObject({ ok: true })
                expect(ledgerBalance(await readLedger({ db }, bookingId)).open).toBe(0)
                break
              case 'void': {
                const id = ledger.payments[each.nth]?.id ?? ''
                await transact(db, (tx) => voidReceived({ db: tx }, { bookingId, id, at }))
                break
              }
              case 'schedule': {
                const parts = each.parts.map(({ cents: amountCents, day }) => ({
                  ...{ dueOn: `2026-11-${day}`, daysBefore: null, amountCents },
                }))
                const rest = { dueOn: SESSION_DAY, daysBefore: 0, amountCents: null }
                const after = [...parts.sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1)), rest]
                await transact(db, (tx) => saveInstallments({ db: tx }, bookingId, () => after))
                break
              }
              case 'waive': {
                const id = ledger.charges[each.nth]?.id ?? ''
                const how = { at, by: author.name, reason: 'A storm' }
                await transact(db, (tx) => waiveCharge({ db: tx }, { id, bookingId }, how))
                break
              }
              case 'former version records':
                hasFormer = true
                await db
                  .insertInto('booking_payments')
                  .values({
                    ...{ id: newId(), booking_id: bookingId, kind: each.kind, amount_cents: each.cents },
                    ...{
                      received_on: '2026-11-20',
                      method: 'cash',
                      recorded_at: at,
                      recorded_by: author.name,
                    },
                    voided_at: null,
                  })
                  .execute()
                break
              case 'former version voids':
                hasFormer = true
                await db
                  .updateTable('booking_payments')
                  .set({ voided_at: at })
                  .where('id', '=', ledger.payments[each.nth]?.id ?? '')
                  .where('voided_at', 'is', null)
                  .execute()
                break
              case 'former version charges':
                isLaterCharge = true
                await db
                  .insertInto('booking_fees')
                  .values({
                    ...{ id: newId(), booking_id: bookingId, cause: 'other', title: 'Extra' },
                    ...{ amount_cents: each.cents, charged_at: at },
                    ...{ waived_at: null, waived_by: '', waive_reason: '' },
                  })
                  .execute()
                break
              case 'cancel':
                isCanceled = true
                await db
                  .updateTable('bookings')
                  .set({ state: 'canceled' })
                  .where('id', '=', bookingId)
                  .execute()
                expect(
                  (await readLedger({ db }, bookingId)).charges.filter(
                    (charge) => !isFee(charge) && !charge.voided,
                  ),
                ).toEqual([])
            }
            await expectSound(db, bookingId)
            const after = await readLedger({ db }, bookingId)
            // Where a former version refunded more than was received, a new tip makes up for that.
            if (isLaterCharge && !(before.kept < 0 && each.do === 'tip'))
              expect(after.charges).toEqual(expect.arrayContaining([...ledger.charges]))
            if (!hasFormer) expect(ledgerBalance(after).kept).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { numRuns: engine === 'sqlite' ? 200 : 40 },
    )
  }, 120_000)

  test('of 200 simultaneous payments of the last installment, one is recorded', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    await booking.pay('deposit', '75')
    const fields: Record<string, string> = {
      ...{ payment: 'balance', amount: '210', receivedOn: '2026-11-20', method: 'card' },
    }
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        recordPayment(deps, { bookingId: booking.id, once: newId(), get: (name) => fields[name] ?? '' }),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ errors: { amount: 'Nothing is due.' } })
    expect(await booking.balance()).toMatchObject({ received: 28_500, open: 0, over: 0 })
    await expectSound(db, booking.id)
  }, 60_000)

  test('a payment is recorded once for its form, and beyond what’s due only as overpaid', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    const fields: Record<string, string> = {
      ...{ payment: 'balance', amount: '300', receivedOn: '2026-11-20', method: 'check', note: 'Check 104' },
    }
    const get = (name: string) => fields[name] ?? ''
    const pay = (once = newId()) => recordPayment(deps, { bookingId: booking.id, once, get })
    expect(await pay()).toEqual({
      ok: false,
      reason: 'refused',
      errors: { amount: 'Only $285 is due.', overpays: 'To record it as overpaid, check “Client overpaid.”' },
    })
    fields.overpays = 'yes'
    const once = newId()
    expect(await Promise.all([pay(once), pay(once)])).toEqual([{ ok: true }, { ok: true }])
    expect(await booking.balance()).toMatchObject({ received: 30_000, open: 0, over: 1_500 })
    expect((await booking.studioView()).payments.entries).toMatchObject([{ note: 'Check 104' }])
    // What was overpaid pays the next charge.
    await booking.add('Extra hour', '20')
    expect(await booking.balance()).toMatchObject({ open: 500, feesOpen: 500, over: 0 })
  })

  test('a refunded payment can’t be voided, and no more is refunded than was received', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    expect(await booking.pay('refund', '10')).toMatchObject({
      errors: { amount: 'No payments to refund. Record the payment first.' },
    })
    await booking.pay('deposit', '75')
    expect(await booking.pay('refund', '75.01')).toMatchObject({
      errors: { amount: 'Only $75 was received and not refunded.' },
    })
    expect(await booking.pay('refund', '75')).toEqual({ ok: true })
    const [deposit, refund] = (await booking.studioView()).payments.entries
    expect(await booking.void(deposit?.id ?? '')).toMatchObject({
      errors: { reason: 'This payment was refunded. Void the refund first.' },
    })
    expect(await booking.void(refund?.id ?? '')).toEqual({ ok: true })
    expect(await booking.void(deposit?.id ?? '')).toEqual({ ok: true })
    expect(await booking.balance()).toMatchObject({ received: 0, refunded: 0, open: 28_500 })
  })

  test('the database refuses an allocation beyond its charge or payment, and amounts below one', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    await booking.pay('deposit', '75')
    const { charge_id, payment_id } = await db.selectFrom('allocations').selectAll().executeTakeFirstOrThrow()
    const change = (amount_cents: number) =>
      db
        .updateTable('allocations')
        .set({ amount_cents })
        .where('charge_id', '=', charge_id)
        .where('payment_id', '=', payment_id)
        .execute()
    await expect(change(7_501)).rejects.toThrow('allocations_within')
    await expect(change(0)).rejects.toThrow()
    for (const table of ['charges', 'payments'] as const)
      await expect(
        db.updateTable(table).set({ amount_cents: 0 }).where('booking_id', '=', booking.id).execute(),
      ).rejects.toThrow()
  })
})
