import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { dateOf } from '~/platform/time'
import { amountLabel, priceLabel } from '../../fees/amount-labels'
import { balanceOf } from '../../fees/balance'
import { selectMoney } from '../../fees/store.server'
import type { Booking } from '../../reservations/model'
import { insertEvent, selectBooking, vouchFor } from '../../reservations/store.server'
import { isOnceId } from '../once'
import { type NewPayment, PAYMENT_LABELS, type PaymentKind } from './model'
import { readPayment, reasonError } from './payment-form'
import { insertPayment, markVoided } from './store.server'

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
 * Writes down what was received or sent back; nothing is charged. `once` is the form's own id: sent twice, it is
 * written down once.
 */
export async function recordPayment(
  { db, clock, author }: Deps,
  { bookingId, once, get }: { bookingId: string; once: string; get: (name: string) => string },
): Promise<PaymentKept> {
  const { studio } = await readSettings({ db })
  const read = readPayment(get, dateOf(clock.now(), studio.timeZone))
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (!isOnceId(once)) return { ok: false, reason: 'missing' }
  const { payment } = read
  return await transact(db, async (tx): Promise<PaymentKept> => {
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const error = await feeError(tx, booking, payment)
    if (error) return { ok: false, reason: 'refused', errors: { amount: error } }
    const at = clock.now()
    if (!(await insertPayment(tx, { ...payment, id: once, bookingId, at, by: author.name })))
      return { ok: true }
    const { kind, amountCents, method, receivedOn } = payment
    // Who has paid is no stranger.
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

/** Strikes out what was written down by mistake. It stays readable, and why. Done twice, it is done once. */
export async function voidPayment(
  { db, clock, author }: Deps,
  { bookingId, paymentId, reason }: { bookingId: string; paymentId: string; reason: string },
): Promise<PaymentKept> {
  const error = reasonError(reason)
  if (error) return { ok: false, reason: 'refused', errors: { reason: error } }
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
      detail: { payment: kind, amountCents, method, words: reason.trim() },
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

/** A fee that isn't owed can't be paid. @returns undefined: nothing is wrong */
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
