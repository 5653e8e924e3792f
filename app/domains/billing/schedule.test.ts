import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ledgerBalance } from './balance'
import type { Charge, Ledger, Payment } from './model'
import { type Due, duesOf, type Installment, nextDue, planInstallments, redate } from './schedule'
import { NO_TAX } from './tax'

const cents = fc.integer({ min: 1, max: 50_000 })
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-12-${String(n).padStart(2, '0')}`)

const charge = (amountCents: number | null): Charge => ({
  ...{
    id: '',
    kind: 'session',
    title: '',
    currency: 'USD',
    amountCents,
    creditedCents: 0,
    paidCents: 0,
    chargedAt: 0,
    endsWithBooking: false,
  },
  voided: null,
  tax: NO_TAX,
})
const payment = (kind: Payment['kind'], amountCents: number): Payment => ({
  ...{ id: '', kind, currency: 'USD', amountCents, receivedOn: '2026-11-20', method: 'cash' },
  creditedCents: 0,
  ...{ note: '', recordedBy: '', voidedAt: null },
})

/** With allocations as the database makes them: all that was kept, up to what is charged. */
function ledgerOf(amounts: number[], payments: Payment[]): Ledger {
  let left = Math.max(
    0,
    payments.reduce(
      (sum, { kind, amountCents }) => sum + (kind === 'refund' ? -amountCents : amountCents),
      0,
    ),
  )
  const charges = amounts.map((amountCents) => {
    const paidCents = Math.min(left, amountCents)
    left -= paidCents
    return { ...charge(amountCents), paidCents }
  })
  return { charges, payments }
}

const installments = fc.tuple(fc.array(fc.tuple(day, cents), { maxLength: 5 }), day).map(([parts, last]) => {
  const dated = parts.map(([dueOn, amountCents]): Installment => ({ dueOn, daysBefore: null, amountCents }))
  const days = [...dated.map(({ dueOn }) => dueOn), last].sort()
  return [...dated, { dueOn: last, daysBefore: null, amountCents: null }].map((each, at) => ({
    ...each,
    dueOn: days[at] ?? last,
  }))
})
const payments = fc.array(
  fc.tuple(fc.constantFrom('deposit' as const, 'balance' as const, 'fee' as const, 'refund' as const), cents),
  { maxLength: 6 },
)
const openOf = (dues: Due[]) => dues.reduce((sum, { openCents }) => sum + (openCents ?? 0), 0)
const otherwise = '2026-12-05'

describe('what is due when', () => {
  test('adds up to the balance due, and the earliest is paid first', () => {
    fc.assert(
      fc.property(installments, fc.array(cents, { maxLength: 4 }), payments, (parts, charged, paid) => {
        const ledger = ledgerOf(
          charged,
          paid.map(([kind, amount]) => payment(kind, amount)),
        )
        const dues = duesOf(parts, ledger, { otherwise })
        expect(openOf(dues)).toBe(ledgerBalance(ledger).open)
        for (const [at, { amountCents, openCents }] of dues.entries()) {
          expect(openCents).toBeGreaterThanOrEqual(0)
          expect(openCents).toBeLessThanOrEqual(amountCents ?? 0)
          if (openCents !== 0)
            for (const later of dues.slice(at + 1)) expect(later.openCents).toBe(later.amountCents)
        }
      }),
    )
  })

  test('is less by exactly what is paid, whatever the payment was for', () => {
    fc.assert(
      fc.property(
        installments,
        fc.array(cents, { minLength: 1, maxLength: 4 }),
        cents,
        (parts, charged, paid) => {
          const before = openOf(duesOf(parts, ledgerOf(charged, []), { otherwise }))
          for (const kind of ['deposit', 'balance', 'fee'] as const) {
            const after = openOf(duesOf(parts, ledgerOf(charged, [payment(kind, paid)]), { otherwise }))
            expect(after).toBe(Math.max(0, before - paid))
          }
        },
      ),
    )
  })

  test('is the session’s day without installments', () => {
    expect(duesOf([], ledgerOf([28_500], [payment('deposit', 7_500)]), { otherwise })).toEqual([
      { dueOn: otherwise, amountCents: 28_500, openCents: 21_000 },
    ])
  })

  test('has the deposit and an unknown rest while the price depends on a quantity', () => {
    const parts = [
      { dueOn: '2026-12-01', daysBefore: null, amountCents: 7_500 },
      { dueOn: '2026-12-05', daysBefore: 0, amountCents: null },
    ]
    const dues = duesOf(
      parts,
      { charges: [charge(null)], payments: [payment('deposit', 5_000)] },
      { otherwise },
    )
    expect(dues).toEqual([
      { dueOn: '2026-12-01', amountCents: 7_500, openCents: 2_500 },
      { dueOn: '2026-12-05', amountCents: null, openCents: null },
    ])
    expect(nextDue(dues)?.openCents).toBe(2_500)
  })
})

describe('a new plan', () => {
  const agreed = { totalCents: 30_000, depositCents: 6_000, agreedOn: '2026-11-20', sessionOn: '2026-12-30' }
  const words = (parts: Installment[]) => parts.map(({ dueOn, amountCents }) => [dueOn, amountCents])

  test('is the deposit at once and the rest some days before the session', () => {
    expect(words(planInstallments(agreed, { daysBefore: 10, installments: 1 }))).toEqual([
      ['2026-11-20', 6_000],
      ['2026-12-20', null],
    ])
  })

  test('spreads installments evenly, and the last one is the rest', () => {
    expect(words(planInstallments(agreed, { daysBefore: 10, installments: 3 }))).toEqual([
      ['2026-11-20', 6_000],
      ['2026-11-30', 8_000],
      ['2026-12-10', 8_000],
      ['2026-12-20', null],
    ])
  })

  test('is due at once when the session is near', () => {
    expect(
      words(planInstallments({ ...agreed, sessionOn: '2026-11-22' }, { daysBefore: 10, installments: 3 })),
    ).toEqual([
      ['2026-11-20', 6_000],
      ['2026-11-20', null],
    ])
  })

  test('adds up to the price in order of dates, whatever the numbers are', () => {
    fc.assert(
      fc.property(
        cents,
        fc.nat(50_000),
        fc.nat(400),
        fc.nat(60),
        fc.integer({ min: 1, max: 12 }),
        (totalCents, depositCents, days, daysBefore, count) => {
          const sessionOn = new Date(Date.UTC(2026, 10, 20) + days * 86_400_000).toISOString().slice(0, 10)
          const parts = planInstallments(
            { totalCents, depositCents, agreedOn: '2026-11-20', sessionOn },
            { daysBefore, installments: count },
          )
          expect(parts.map(({ dueOn }) => dueOn)).toEqual(parts.map(({ dueOn }) => dueOn).toSorted())
          expect(parts.at(-1)?.amountCents).toBeNull()
          for (const { dueOn, amountCents } of parts) {
            expect(dueOn >= '2026-11-20').toBe(true)
            expect(amountCents ?? 1).toBeGreaterThan(0)
          }
          expect(openOf(duesOf(parts, ledgerOf([totalCents], []), { otherwise }))).toBe(totalCents)
        },
      ),
    )
  })

  test('moves with the session, except for fixed dates, which are never after the last', () => {
    const parts = planInstallments(agreed, { daysBefore: 10, installments: 2 })
    expect(words(redate(parts, { today: '2026-11-25', sessionOn: '2027-01-30' }))).toEqual([
      ['2026-11-20', 6_000],
      ['2026-12-05', 12_000],
      ['2027-01-20', null],
    ])
    expect(words(redate(parts, { today: '2026-11-25', sessionOn: '2026-12-02' }))).toEqual([
      ['2026-11-20', 6_000],
      ['2026-11-25', 12_000],
      ['2026-11-25', null],
    ])
  })
})
