import type { Expression, SqlBool } from 'kysely'
import type { Clock } from '~/platform/clock'
import type { Db, Tx } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { ledgerBalance } from './balance'
import { depositIsBelow, feeIsOpen, isOverpaid, isPaid } from './condition-store.server'
import { endCredits, endPriceCredits } from './credits.server'
import { type Charge, EMPTY_LEDGER, type Fee, type FeeKind, type Ledger, type Payment } from './model'
import type { Installment } from './schedule'
import { replaceInstallments, selectDueBetween, selectInstallments } from './schedule-store.server'
import {
  dueLedgers,
  hasAnyMoney,
  hasMoney,
  insertFee,
  insertPayment,
  insertPrice,
  lockLedger,
  markVoided,
  markWaived,
  type NewPayment,
  selectDueBefore,
  selectLedgers,
  selectPrice,
  selectReceivedByMonth,
  selectUntaxed,
  updateAmount,
  voidCharge,
} from './store.server'
import { NO_TAX, type Tax, type TaxRules, withTax } from './tax'

/** What a booking's client owes and has paid. */
export const readLedger = async ({ db }: { db: Db }, bookingId: string): Promise<Ledger> =>
  (await selectLedgers(db, [bookingId])).get(bookingId) ?? EMPTY_LEDGER

/** The ledgers of some bookings, by id. Takes up to a few hundred ids. */
export const readLedgers = ({ db }: { db: Db }, bookingIds: string[]): Promise<Map<string, Ledger>> =>
  selectLedgers(db, bookingIds)

export type Recorded =
  /**
   * `repeated`: it was recorded before, and nothing was written. `openedCents`: how much more is open since then, in minor
   * units; 0 for payments.
   */
  | { ok: true; repeated: boolean; openedCents: number }
  /** More than is owed, than is owed in fees, or than was received and not refunded, in minor units. */
  | { ok: false; reason: 'more-than-open' | 'more-than-fees' | 'more-than-kept'; most: number }

/**
 * Records a payment or refund in the caller's transaction. Payments of a booking take turns, so of several that would
 * each pay the rest, one is recorded and the others are refused.
 * @param payment its id is recorded once
 * @param mayOverpay whether a deposit or balance may be more than what is open
 */
export async function recordReceived(
  { db }: { db: Tx },
  payment: NewPayment,
  { mayOverpay }: { mayOverpay: boolean },
): Promise<Recorded> {
  await lockLedger(db, payment.bookingId)
  const ledger = await readLedger({ db }, payment.bookingId)
  if (ledger.payments.some(({ id }) => id === payment.id)) return { ok: true, repeated: true, openedCents: 0 }
  const { open, feesOpen, kept } = ledgerBalance(ledger)
  const { kind, amountCents } = payment
  if (kind === 'refund' && amountCents > kept) return { ok: false, reason: 'more-than-kept', most: kept }
  if (kind === 'fee' && amountCents > feesOpen) return { ok: false, reason: 'more-than-fees', most: feesOpen }
  if (kind !== 'refund' && !mayOverpay && open !== null && amountCents > open)
    return { ok: false, reason: 'more-than-open', most: open }
  await insertPayment(db, payment)
  const after = kind === 'refund' ? ledgerBalance(await readLedger({ db }, payment.bookingId)).open : null
  return { ok: true, repeated: false, openedCents: open === null || after === null ? 0 : after - open }
}

export type Voided =
  /** undefined: not of this booking, or already void. */
  | { ok: true; payment: Payment | undefined }
  /** Refunds would exceed what was received. */
  | { ok: false; reason: 'refunded' }

/**
 * Voids a payment or refund in the caller's transaction. What a refund was taken off is owed again.
 * @param stays whether what was taken off a charge isn't owed all the same
 */
export async function voidReceived(
  { db }: { db: Tx },
  { bookingId, id, at }: { bookingId: string; id: string; at: number },
  stays: (charge: Charge) => boolean = () => false,
): Promise<Voided> {
  await lockLedger(db, bookingId)
  const ledger = await readLedger({ db }, bookingId)
  const payment = ledger.payments.find((each) => each.id === id && each.voidedAt === null)
  if (!payment) return { ok: true, payment: undefined }
  if (payment.kind !== 'refund' && ledgerBalance(ledger).kept < payment.amountCents)
    return { ok: false, reason: 'refunded' }
  await markVoided(db, payment, at)
  if (payment.kind === 'refund') await endCredits({ db }, { bookingId, id }, stays)
  return { ok: true, payment }
}

/**
 * Charges a fee in the transaction of what causes it.
 * @param fee its id is charged once
 * @returns false if it was charged before
 */
export const chargeFee = (
  { db }: { db: Tx },
  {
    id = newId(),
    tax = NO_TAX,
    endsWithBooking = false,
    ...fee
  }: {
    id?: string
    bookingId: string
    kind: FeeKind
    title: string
    /** With tax. */
    amountCents: number
    tax?: Tax
    at: number
    /** Part of the price: void when the booking is canceled. */
    endsWithBooking?: boolean
  },
): Promise<boolean> => insertFee(db, { id, tax, endsWithBooking, ...fee })

/** Replaces the price of a booking in the caller's transaction. @param priceCents without tax that is added */
export async function changePrice(
  { db, clock }: { db: Tx; clock: Clock },
  bookingId: string,
  priceCents: number,
  rules: TaxRules,
): Promise<void> {
  await lockLedger(db, bookingId)
  await endPriceCredits({ db }, bookingId)
  const { amountCents, tax } = withTax('session', priceCents, rules)
  const before = await selectPrice(db, bookingId)
  const at = clock.now()
  if (amountCents === 0) {
    if (before) await voidCharge(db, before.id, { at, by: '', reason: '' })
  } else if (before) await updateAmount(db, { id: before.id, amountCents, tax })
  else await insertPrice(db, { id: newId(), bookingId, amountCents, tax, at })
}

/** Taxes the price and travel of a new booking, in its transaction. */
export async function taxBooking({ db }: { db: Tx }, bookingId: string, rules: TaxRules): Promise<void> {
  for (const { id, kind, amountCents: price } of await selectUntaxed(db, bookingId)) {
    const { amountCents, tax } = withTax(kind, price, rules)
    if (tax.rate > 0) await updateAmount(db, { id, amountCents, tax })
  }
}

/** Waives a fee in the caller's transaction. @returns the fee; undefined: not of this booking, or already waived */
export async function waiveCharge(
  { db }: { db: Tx },
  fee: { id: string; bookingId: string },
  how: { at: number; by: string; reason: string },
): Promise<Fee | undefined> {
  await lockLedger(db, fee.bookingId)
  return await markWaived(db, fee, how)
}

/** What was received less what was refunded, by month and currency. Days are YYYY-MM-DD, both included. */
export const receivedByMonth = (
  { db }: { db: Db },
  period: { from: string; until: string },
): Promise<{ month: string; currency: string; cents: number }[]> => selectReceivedByMonth(db, period)

/** Whether a fee of the booking whose id is in this column is open, as an SQL condition. */
export const openFeeOf = (bookingId: string): Expression<SqlBool> => feeIsOpen(bookingId)

/** Whether more was received for the booking whose id is in this column than it owes and than was refunded. */
export const overpaidOf = (bookingId: string): Expression<SqlBool> => isOverpaid(bookingId)

/** Whether the deposits received for the booking whose id is in this column are less than agreed. */
export const depositBelow = (bookingId: string, agreed: string): Expression<SqlBool> =>
  depositIsBelow(bookingId, agreed)

/** The bookings with something open as a subquery: `booking_id`, and `due_on`, the day on which it's due. */
export const openLedgers = (db: Db) => dueLedgers(db)

/**
 * What is due before two days and not paid, by currency.
 * @param days YYYY-MM-DD, the earlier one first
 * @param counts whether the booking in the column `b.id` counts
 */
export const dueBefore = (
  { db }: { db: Db },
  days: readonly [string, string],
  counts: Expression<SqlBool>,
): Promise<{ currency: string; byFirst: number; byLast: number }[]> => selectDueBefore(db, days, counts)

/** Whether anything was received, or is due. @param counts whether the booking in the column `b.id` counts */
export const isInUse = ({ db }: { db: Db }, counts: Expression<SqlBool>): Promise<boolean> =>
  hasAnyMoney(db, counts)

/** When the parts of a booking are due, in order; none: all on the day of its session. */
export const readInstallments = async ({ db }: { db: Db }, bookingId: string): Promise<Installment[]> =>
  (await selectInstallments(db, [bookingId])).get(bookingId) ?? []

/** The installments of some bookings, by id. Takes up to a few hundred ids. */
export const readInstallmentsOf = (
  { db }: { db: Db },
  bookingIds: string[],
): Promise<Map<string, Installment[]>> => selectInstallments(db, bookingIds)

/** The ids of bookings with an installment that is due in a period. Days are YYYY-MM-DD, both included. */
export const bookingsDueBetween = (
  { db }: { db: Db },
  period: { from: string; until: string },
): Promise<string[]> => selectDueBetween(db, period)

/** Makes changes of a booking's money take turns until the caller's transaction ends. */
export const withLedgerLocked = ({ db }: { db: Tx }, bookingId: string): Promise<void> =>
  lockLedger(db, bookingId)

/** Replaces the installments of a booking, after locking its ledger, in the caller's transaction. */
export async function saveInstallments(
  { db }: { db: Tx },
  bookingId: string,
  change: (before: Installment[]) => Installment[],
): Promise<{ before: Installment[]; after: Installment[] }> {
  await lockLedger(db, bookingId)
  const before = await readInstallments({ db }, bookingId)
  const after = change(before)
  if (after !== before) await replaceInstallments(db, bookingId, after)
  return { before, after }
}

/** Whether the booking whose id is in this column has payments and nothing open, as an SQL condition. */
export const paidOf = (bookingId: string): Expression<SqlBool> => isPaid(bookingId)

/** Whether money was received or is owed in fees for the booking whose id is in this column, as an SQL condition. */
export const hasMoneyOf = (bookingId: string): Expression<SqlBool> => hasMoney(bookingId)
