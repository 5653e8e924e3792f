import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEE, HOUR, open, SESSION, type studioViewOf } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { listRescheduleTimes, rescheduleByStudio } from '../manage/edits.server'
import { listBookings } from '../manage/list.server'
import { readBookingFilter } from '../manage/model'
import { readSlot, slotOf } from '../slots/model'
import { voidPayment } from './operations.server'

describeOnBothEngines('the fees of a booking', (openDb, engine) => {
  test('are never lost, whatever is done in whatever order', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('reschedule' as const), nth: fc.nat(30) }) },
      fc.record({ kind: fc.constant('studio reschedules' as const), nth: fc.nat(30), asks: fc.boolean() }),
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('waive' as const), nth: fc.nat(5) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('pay' as const),
          what: fc.constantFrom('deposit', 'balance', 'fee', 'refund'),
          cents: fc.integer({ min: 1, max: 30_000 }),
        }),
      },
      fc.record({ kind: fc.constant('void' as const), nth: fc.nat(5) }),
      fc.record({ kind: fc.constant('add' as const), cents: fc.integer({ min: 1, max: 9_999 }) }),
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 200 }) }),
      },
      fc.record({ kind: fc.constant('cancel' as const) }),
      fc.record({ kind: fc.constant('studio cancels' as const), keeps: fc.boolean() }),
    )
    const start = deps.clock.now()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('confirmed' as const, 'requested' as const),
        fc.constantFrom('', 'hour'),
        fc.array(step, { minLength: 4, maxLength: 14 }),
        async (state, price_unit, steps) => {
          await db.deleteFrom('bookings').execute()
          deps.clock.set(start)
          const booking = await book({ state, price_unit })
          let clientMoves = 0
          const expected: number[] = []
          for (const each of steps) {
            const before = await booking.read()
            const free = async (nth: number) => {
              const choice = await listRescheduleTimes(deps, booking.id, '2026-12-05')
              const { slot } = choice?.free[nth % (choice.free.length || 1)] ?? {}
              return (slot && readSlot(slot)) || SESSION
            }
            switch (each.kind) {
              case 'reschedule': {
                const moved = await booking.reschedule(await free(each.nth))
                if (!moved.ok || moved.booking.version === before.version) break
                const isAnswer = before.acceptanceRequestedAt !== null
                const isFree =
                  isAnswer || (clientMoves < 1 && deps.clock.now() <= before.sessionDate - 48 * HOUR)
                if (!isFree) expected.push(FEE)
                if (!isAnswer) clientMoves += 1
                break
              }
              case 'studio reschedules': {
                const fields: Record<string, string> = {
                  slot: slotOf(await free(each.nth)),
                  asksToAccept: each.asks ? 'yes' : '',
                  anyway: 'yes',
                }
                await rescheduleByStudio(
                  deps,
                  { id: booking.id, version: before.version },
                  (name) => fields[name] ?? '',
                )
                break
              }
              case 'waive':
                await booking.waive((await booking.fees())[each.nth]?.id ?? '')
                break
              case 'pay':
                await booking.pay(each.what, (each.cents / 100).toFixed(2))
                break
              case 'void': {
                const paymentId = (await booking.studioView()).payments.entries[each.nth]?.id ?? ''
                await voidPayment(deps, { bookingId: booking.id, paymentId, reason: 'Typed twice' })
                break
              }
              case 'add':
                await booking.add('Extra', (each.cents / 100).toFixed(2))
                break
              case 'wait':
                deps.clock.advance(each.hours * HOUR)
                break
              case 'cancel':
                await booking.cancel()
                break
              case 'studio cancels':
                await booking.decide('cancel', each.keeps ? 'kept' : '')
            }
            await isConsistent(booking, expected)
            const due = readBookingFilter((name) => ({ fee: 'due', order: 'all' })[name] ?? null)
            const listed = (await listBookings(deps, due, null)).lines.map(({ id }) => id)
            expect(listed).toEqual((await booking.balance()).feesOpen > 0 ? [booking.id] : [])
          }
        },
      ),
      { numRuns: engine === 'sqlite' ? 25 : 8 },
    )
  }, 120_000)

  async function isConsistent(booking: ReturnType<typeof studioViewOf>, expected: number[]): Promise<void> {
    const [now, fees, balance] = [await booking.read(), await booking.fees(), await booking.balance()]
    const reschedules = fees.filter(({ cause }) => cause === 'reschedule')
    expect(reschedules.map(({ amount_cents }) => amount_cents)).toEqual(expected)
    const payments = (await booking.studioView()).payments.entries.filter(({ isVoided }) => !isVoided)
    const cents = ({ amount }: { amount: string }) =>
      Math.round(Number(amount.replaceAll(/[$,]/g, '').replace('−', '-')) * 100)
    const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)
    const charged = sum(fees.map(({ amount_cents }) => amount_cents))
    const waived = sum(
      fees.filter(({ waived_at }) => waived_at !== null).map(({ amount_cents }) => amount_cents),
    )
    const paid = sum(payments.map(cents))
    const isOff = now.state === 'canceled' || now.state === 'declined'
    expect(balance.fees).toBe(charged - waived)
    if (!isOff && now.priceUnit !== '') expect(balance.open).toBeNull()
    else {
      const owed = (isOff ? 0 : now.priceCents) + charged - waived - paid
      expect((balance.open ?? 0) - balance.over).toBe(owed)
      expect(Math.min(balance.open ?? 0, balance.over)).toBe(0)
    }
    expect(balance.feesOpen).toBeGreaterThanOrEqual(0)
    expect(balance.feesOpen).toBeLessThanOrEqual(balance.fees)
    for (const { waived_at, waive_reason } of fees) expect(waived_at === null).toBe(waive_reason === '')
  }
})
