import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { dateOf } from '~/platform/time'
import { isOnceId } from '../manage/model'
import type { Booking, BookingEvent } from '../reservations/model'
import { insertEvent, selectBooking, vouchFor } from '../reservations/store.server'
import { amountLabel, balanceOf, priceLabel } from './balance'
import {
  type BookingFee,
  type FeeCause,
  feeLabel,
  type NewPayment,
  PAYMENT_LABELS,
  type PaymentKind,
} from './model'
import { feeSchema, paymentSchema, reasonSchema } from './payment-form'
import { insertFee, insertPayment, markVoided, markWaived, selectFees, selectMoney } from './store.server'

interface Deps {
  db: Db
  clock: Clock
  author: Author
}

export type PaymentKept =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/**
 * Records a payment or refund; nothing is charged. `once` is the form's id, so that a form submitted twice
 * records it once.
 */
export async function recordPayment(
  { db, clock, author }: Deps,
  { bookingId, once, get }: { bookingId: string; once: string; get: (name: string) => string },
): Promise<PaymentKept> {
  const { studio } = await readSettings({ db })
  const read = parseForm(paymentSchema(dateOf(clock.now(), studio.timeZone)), { get })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (!isOnceId(once)) return { ok: false, reason: 'missing' }
  const payment = read.value
  return await transact(db, async (tx): Promise<PaymentKept> => {
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const error = await feeError(tx, booking, payment)
    if (error) return { ok: false, reason: 'refused', errors: { amount: error } }
    const at = clock.now()
    if (!(await insertPayment(tx, { ...payment, id: once, bookingId, at, by: author.name })))
      return { ok: true }
    const { kind, amountCents, method, receivedOn } = payment
    // A client who has paid counts as verified.
    await vouchFor(tx, bookingId)
    await insertEvent(tx, bookingId, {
      kind: 'payment-recorded',
      at,
      by: { kind: 'studio', name: author.name },
      detail: { payment: kind, amountCents, method, receivedOn },
    })
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'payment-recorded',
        subject: subjectOf(booking),
        changes: [{ field: PAYMENT_LABELS[kind], from: '', to: amountLabel(amountCents) }],
      },
    )
    return { ok: true }
  })
}

/** Voids a payment recorded by mistake. It stays in the history with the reason. Idempotent. */
export async function voidPayment(
  { db, clock, author }: Deps,
  { bookingId, paymentId, ...given }: { bookingId: string; paymentId: string; reason: string },
): Promise<PaymentKept> {
  const read = parseForm(reasonSchema(), { reason: given.reason })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { reason } = read.value
  return await transact(db, async (tx): Promise<PaymentKept> => {
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const at = clock.now()
    const voided = await markVoided(tx, { id: paymentId, bookingId, at })
    if (!voided) return { ok: true }
    const { kind, amountCents, method } = voided
    await insertEvent(tx, bookingId, {
      kind: 'payment-voided',
      at,
      by: { kind: 'studio', name: author.name },
      detail: { payment: kind, amountCents, method, words: reason },
    })
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'payment-voided',
        subject: subjectOf(booking),
        changes: [{ field: PAYMENT_LABELS[kind as PaymentKind], from: amountLabel(amountCents), to: '' }],
      },
    )
    return { ok: true }
  })
}

/** A fee payment needs an open fee. @returns undefined: no error */
async function feeError(
  db: Db,
  booking: Booking,
  { kind, amountCents }: Pick<NewPayment, 'kind' | 'amountCents'>,
): Promise<string | undefined> {
  const money = (await selectMoney(db, [booking.id])).get(booking.id)
  const feesOpen = money ? balanceOf(booking, money).feesOpen : 0
  if (kind !== 'fee' || amountCents <= feesOpen) return undefined
  return feesOpen === 0
    ? 'No fees are due. Add the fee first, or record this as the balance.'
    : `Only ${priceLabel(feesOpen)} in fees is due. Record the rest as the balance, or add a fee first.`
}

const subjectOf = ({ reference, name }: Booking): string => `Booking ${reference} of ${name}`

interface TxDeps {
  /** The transaction of the change that causes or ends the fee. */
  db: Tx
  clock: Clock
}

/** Charges a fee of the agreed terms. An amount of 0 cents adds none. */
export async function chargeFee(
  { db, clock }: TxDeps,
  bookingId: string,
  cause: FeeCause,
  amountCents: number,
): Promise<void> {
  if (amountCents > 0)
    await insertFee(db, bookingId, { cause, title: '', amountCents, chargedAt: clock.now() })
}

/** Waives every fee of a booking that ended without the client owing anything. */
export async function endFees({ db, clock }: TxDeps, bookingId: string, reason: string): Promise<void> {
  const by = { kind: 'studio', name: '' } as const
  for (const fee of await selectFees(db, bookingId)) await waive({ db, clock, by }, bookingId, fee.id, reason)
}

interface DeskDeps {
  db: Db
  clock: Clock
  author: Author
}

export type FeeChanged =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/** Waives a fee. It stays on the booking with the reason. Idempotent. */
export async function waiveFee(
  { db, clock, author }: DeskDeps,
  { bookingId, feeId, ...given }: { bookingId: string; feeId: string; reason: string },
): Promise<FeeChanged> {
  const read = parseForm(reasonSchema(), { reason: given.reason })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { reason } = read.value
  return await transact(db, async (tx): Promise<FeeChanged> => {
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const by = { kind: 'studio', name: author.name } as const
    const waived = await waive({ db: tx, clock, by }, bookingId, feeId, reason)
    if (waived)
      await recordAction(
        { db: tx, clock, author },
        {
          action: 'fee-waived',
          subject: `Booking ${booking.reference} of ${booking.name}`,
          changes: [{ field: feeLabel(waived), from: amountLabel(waived.amountCents), to: '' }],
        },
      )
    return { ok: true }
  })
}

async function waive(
  { db, clock, by }: TxDeps & { by: BookingEvent['by'] },
  bookingId: string,
  feeId: string,
  reason: string,
): Promise<BookingFee | undefined> {
  const at = clock.now()
  const fee = await markWaived(db, { id: feeId, bookingId }, { at, by: by.name, reason })
  if (fee) {
    const detail = { fee: feeLabel(fee), amountCents: fee.amountCents, words: reason }
    await insertEvent(db, bookingId, { kind: 'fee-waived', at, by, detail })
  }
  return fee
}

/**
 * Adds a fee that isn't in the terms. `once` is the form's id, so that a form submitted twice adds it once.
 */
export async function addFee(
  { db, clock, author }: DeskDeps,
  given: { bookingId: string; once: string; title: string; amount: string },
): Promise<FeeChanged> {
  const read = parseForm(feeSchema(), { title: given.title, amount: given.amount })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { title, amount: amountCents } = read.value
  if (!isOnceId(given.once)) return { ok: false, reason: 'missing' }
  return await transact(db, async (tx): Promise<FeeChanged> => {
    const booking = await selectBooking(tx, { id: given.bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const at = clock.now()
    const fee = { id: given.once, cause: 'other' as const, title, amountCents, chargedAt: at }
    if (!(await insertFee(tx, booking.id, fee))) return { ok: true }
    await insertEvent(tx, booking.id, {
      kind: 'fee-added',
      at,
      by: { kind: 'studio', name: author.name },
      detail: { fee: title, amountCents },
    })
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'fee-added',
        subject: `Booking ${booking.reference} of ${booking.name}`,
        changes: [{ field: title, from: '', to: amountLabel(amountCents) }],
      },
    )
    return { ok: true }
  })
}
