import type { Author } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { creditCharge } from '~/domains/billing/credits.server'
import { chargeLabel, type Fee, type FeeKind, feeType, isTip } from '~/domains/billing/model'
import {
  chargeFee as chargeToLedger,
  type Recorded,
  readLedger,
  recordReceived,
  voidReceived,
  waiveCharge,
  withLedgerLocked,
} from '~/domains/billing/operations.server'
import { withTax } from '~/domains/billing/tax'
import { readSettings } from '~/domains/content/operations.server'
import { taxRulesOf } from '~/domains/content/tax-rules'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Tx, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { money } from '~/platform/money'
import { isId } from '~/platform/text'
import { dateOf } from '~/platform/time'
import { endOpenCheckout } from '../online/open-checkout.server'
import { isOnline } from '../online/store.server'
import { meetRequirement } from '../requirements/operations.server'
import type { Booking, BookingEvent } from '../reservations/model'
import { insertEvent, selectBooking, vouchFor } from '../reservations/store.server'
import { priceLabel } from './balance'
import { withdrawReminder } from './emails.server'
import { PAYMENT_LABELS } from './model'
import { feeSchema, paymentSchema, reasonSchema } from './payment-form'
import { refuseTerms, staysCredited, takeRefundOff } from './refunds.server'
import { dueLater } from './schedule.server'

type RecordDeps = WriteDeps & { config: Pick<Config, 'siteUrl' | 'secret'> }

export type PaymentKept =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/**
 * Records a payment or refund; nothing is charged. `once` is the form's id, so that a form submitted twice
 * records it once.
 */
export async function recordPayment(
  { db, clock, config, author }: RecordDeps,
  { bookingId, once, get }: { bookingId: string; once: string; get: (name: string) => string },
): Promise<PaymentKept> {
  const { studio } = await readSettings({ db })
  const read = parseForm(paymentSchema(dateOf(clock.now(), studio.timeZone)), { get })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (!isId(once)) return { ok: false, reason: 'missing' }
  const { overpays, takesOff, ...payment } = read.value
  return await transact(db, async (tx): Promise<PaymentKept> => {
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const at = clock.now()
    await withLedgerLocked({ db: tx }, bookingId)
    const ledger = await readLedger({ db: tx }, bookingId)
    if (ledger.payments.some(({ id }) => id === once)) return { ok: true }
    const refusal = await refuseTerms({ db: tx }, ledger, { takesOff, amountCents: payment.amountCents })
    if (refusal) return { ok: false, reason: 'refused', errors: { owed: refusal } }
    const recorded = await recordReceived(
      { db: tx },
      { ...payment, id: once, bookingId, at, by: author.name },
      { mayOverpay: overpays },
    )
    if (!recorded.ok) return { ok: false, reason: 'refused', errors: tooMuch(recorded) }
    const { kind, amountCents, method, receivedOn } = payment
    const { openedCents } = recorded
    const of = { bookingId, id: once, takesOff, openedCents, at, by: author.name }
    const creditedCents = (await takeRefundOff({ db: tx }, ledger, of)) ?? 0
    if (kind !== 'refund') {
      await withdrawReminder({ db: tx }, bookingId)
      await endOpenCheckout({ db: tx, clock }, bookingId)
    }
    // A client who has paid counts as verified.
    await vouchFor(tx, bookingId)
    await insertEvent(tx, bookingId, {
      kind: 'payment-recorded',
      at,
      by: { kind: 'studio', name: author.name },
      detail: {
        payment: kind,
        amountCents,
        method,
        receivedOn,
        ...(creditedCents > 0 ? { creditedCents } : {}),
      },
    })
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'payment-recorded',
        subject: subjectOf(booking),
        changes: [{ field: PAYMENT_LABELS[kind], from: '', to: money(amountCents) }],
      },
    )
    const by = { kind: 'studio', name: author.name } as const
    await meetRequirement({ db: tx, clock, config }, bookingId, { kind: 'deposit' }, by)
    return { ok: true }
  })
}

/** Voids a payment recorded by mistake. It stays in the history with the reason. Idempotent. */
export async function voidPayment(
  { db, clock, author }: WriteDeps,
  { bookingId, paymentId, ...given }: { bookingId: string; paymentId: string; reason: string },
): Promise<PaymentKept> {
  const read = parseForm(reasonSchema(), { reason: given.reason })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { reason } = read.value
  return await transact(db, async (tx): Promise<PaymentKept> => {
    await withLedgerLocked({ db: tx }, bookingId)
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const at = clock.now()
    if (await isOnline(tx, paymentId)) return { ok: false, reason: 'refused', errors: { reason: ONLINE } }
    const stays = await staysCredited({ db: tx }, booking, await readLedger({ db: tx }, bookingId))
    const voided = await voidReceived({ db: tx }, { bookingId, id: paymentId, at }, stays)
    if (!voided.ok) return { ok: false, reason: 'refused', errors: { reason: REFUNDED } }
    if (!voided.payment) return { ok: true }
    const { kind, amountCents, method } = voided.payment
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
        changes: [{ field: PAYMENT_LABELS[kind], from: money(amountCents), to: '' }],
      },
    )
    return { ok: true }
  })
}

const ONLINE = 'This was paid online, so it can’t be voided. Refund it instead.'
const REFUNDED = 'This payment was refunded. Void the refund first.'

/** What a payment can be at most, by field. */
function tooMuch({ reason, most }: Extract<Recorded, { ok: false }>): Record<string, string> {
  switch (reason) {
    case 'more-than-kept':
      return {
        amount:
          most <= 0
            ? 'No payments to refund. Record the payment first.'
            : `Only ${priceLabel(most)} was received and not refunded.`,
      }
    case 'more-than-fees':
      return {
        amount:
          most === 0
            ? 'No extras or fees are due. Add the charge first, or record this as the balance.'
            : `Only ${priceLabel(most)} in extras and fees is due. Record the rest as the balance, or add a charge first.`,
      }
    case 'more-than-open':
      return {
        amount: most === 0 ? 'Nothing is due.' : `Only ${priceLabel(most)} is due.`,
        overpays: 'To record it as overpaid, check “Client overpaid.”',
      }
  }
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
  kind: FeeKind,
  amountCents: number,
): Promise<void> {
  if (amountCents > 0)
    await chargeToLedger({ db }, { bookingId, kind, title: '', amountCents, at: clock.now() })
}

/** Waives every fee of a booking that ended without the client owing anything. */
export async function endFees({ db, clock }: TxDeps, bookingId: string, reason: string): Promise<void> {
  const by = { kind: 'studio', name: '' } as const
  for (const fee of (await readLedger({ db }, bookingId)).charges)
    await waive({ db, clock, by }, bookingId, fee.id, reason)
}

export type FeeChanged =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/** Waives a fee or removes an extra. It stays on the booking with the reason. A paid tip is refunded. Idempotent. */
export async function waiveFee(
  { db, clock, author }: WriteDeps,
  { bookingId, feeId, ...given }: { bookingId: string; feeId: string; reason: string },
): Promise<FeeChanged> {
  const read = parseForm(reasonSchema(), { reason: given.reason })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { reason } = read.value
  if (isTip(feeId)) return { ok: false, reason: 'refused', errors: { reason: TIPPED } }
  return await transact(db, async (tx): Promise<FeeChanged> => {
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const by = { kind: 'studio', name: author.name } as const
    const waived = await waive({ db: tx, clock, by }, bookingId, feeId, reason)
    if (waived) {
      await endOpenCheckout({ db: tx, clock }, bookingId)
      await recordAction(
        { db: tx, clock, author },
        {
          action: 'fee-waived',
          subject: `Booking ${booking.reference} of ${booking.name}`,
          changes: [{ field: chargeLabel(waived), from: money(waived.amountCents), to: '' }],
        },
      )
    }
    return { ok: true }
  })
}

const TIPPED = 'This tip was paid. Refund it under “Payments” instead.'

async function waive(
  { db, clock, by }: TxDeps & { by: BookingEvent['by'] },
  bookingId: string,
  feeId: string,
  reason: string,
): Promise<Fee | undefined> {
  const at = clock.now()
  const fee = await waiveCharge({ db }, { id: feeId, bookingId }, { at, by: by.name, reason })
  if (fee) {
    const detail = { fee: chargeLabel(fee), type: feeType(fee), amountCents: fee.amountCents, words: reason }
    await insertEvent(db, bookingId, { kind: 'fee-waived', at, by, detail })
  }
  return fee
}

/**
 * Adds an extra, or a fee that isn't in the terms. `once` is the form's id, so that a form submitted twice adds it once.
 */
export async function addFee(
  { db, clock, author }: WriteDeps,
  given: { bookingId: string; once: string; title: string; amount: string; isExtra?: string },
): Promise<FeeChanged> {
  const { title: asked, amount: sum, isExtra = '' } = given
  const read = parseForm(feeSchema(), { title: asked, amount: sum, isExtra })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { title, amount, isExtra: endsWithBooking } = read.value
  const rules = taxRulesOf(await readSettings({ db }))
  const { amountCents, tax } = withTax('other', amount, rules)
  if (!isId(given.once)) return { ok: false, reason: 'missing' }
  return await transact(db, async (tx): Promise<FeeChanged> => {
    const booking = await selectBooking(tx, { id: given.bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const at = clock.now()
    const ledger = await readLedger({ db: tx }, booking.id)
    const fee = { id: given.once, bookingId: booking.id, kind: 'other', title, amountCents, tax, at } as const
    if (!(await chargeToLedger({ db: tx }, { ...fee, endsWithBooking }))) return { ok: true }
    await dueLater({ db: tx, clock }, booking, ledger)
    await insertEvent(tx, booking.id, {
      kind: 'fee-added',
      at,
      by: { kind: 'studio', name: author.name },
      detail: { fee: title, type: endsWithBooking ? 'extra' : 'fee', amountCents },
    })
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'fee-added',
        subject: `Booking ${booking.reference} of ${booking.name}`,
        changes: [{ field: title, from: '', to: money(amountCents) }],
      },
    )
    return { ok: true }
  })
}

/**
 * Takes what a credit note credits off the charges of a booking, in the caller's transaction. What isn't owed anymore,
 * such as a waived fee, stays as it is.
 * @param credit.number "CN-0001"
 */
export async function creditBooking(
  { db, clock, author }: TxDeps & { author: Author },
  bookingId: string,
  { number, parts }: { number: string; parts: readonly { chargeId: string; cents: number }[] },
): Promise<void> {
  if (!(await selectBooking(db, { id: bookingId }))) return
  const at = clock.now()
  const how = { at, by: author.name, reason: `Credit note ${number}` }
  let amountCents = 0
  for (const { chargeId, cents } of parts)
    if (await creditCharge({ db }, { bookingId, chargeId, cents }, how)) amountCents += cents
  if (amountCents === 0) return
  await withdrawReminder({ db }, bookingId)
  await endOpenCheckout({ db, clock }, bookingId)
  const by = { kind: 'studio', name: author.name } as const
  await insertEvent(db, bookingId, { kind: 'credited', at, by, detail: { number, amountCents } })
}
