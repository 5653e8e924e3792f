import { ledgerBalance } from '~/domains/billing/balance'
import { creditable } from '~/domains/billing/credits'
import { creditRefund } from '~/domains/billing/credits.server'
import { type Charge, type ChargeKind, chargeLabel, isFee, type Ledger } from '~/domains/billing/model'
import { readInvoiced } from '~/domains/invoices/invoiced.server'
import type { Db, Tx } from '~/platform/db/database.server'
import type { Booking } from '../reservations/model'
import { priceLabel } from './balance'
import { type RefundTerms, STILL_OWED } from './model'

const invoicedOf = ({ db }: { db: Db }, { charges }: Pick<Ledger, 'charges'>): Promise<Set<string>> =>
  readInvoiced(
    { db },
    charges.map(({ id }) => id),
  )

/** What a refund can be taken off. */
export async function readRefundTerms({ db }: { db: Db }, ledger: Ledger): Promise<RefundTerms> {
  const { open, kept, over } = ledgerBalance(ledger)
  // Nothing that is refunded would be owed again.
  if (open === null || kept <= over) return { charges: [], hasInvoice: false, overpaid: '' }
  const invoiced = await invoicedOf({ db }, ledger)
  return {
    charges: creditable(ledger.charges, invoiced).map((charge) => ({
      id: charge.id,
      label: PRICE_LABELS[charge.kind] ?? `“${chargeLabel(charge)}”`,
    })),
    hasInvoice: ledger.charges.some(({ id, voided }) => voided === null && invoiced.has(id)),
    overpaid: over > 0 ? priceLabel(over) : '',
  }
}

const PRICE_LABELS: Partial<Record<ChargeKind, string>> = { session: 'the price', travel: 'the travel fee' }

/**
 * Why a refund can't be taken off charges; undefined: it can.
 * @param asked.takesOff the id of the charge that it's taken off first; '' or `STILL_OWED`: it's owed again
 */
export async function refuseTerms(
  { db }: { db: Db },
  ledger: Ledger,
  { takesOff, amountCents }: { takesOff: string; amountCents: number },
): Promise<string | undefined> {
  if (!isTakenOff(takesOff)) return undefined
  const { kept, over } = ledgerBalance(ledger)
  const owedAgain = Math.max(0, amountCents - over)
  // More than was received is refused for that.
  if (owedAgain === 0 || amountCents > kept) return undefined
  const invoiced = await invoicedOf({ db }, ledger)
  const free = creditable(ledger.charges, invoiced)
  const most = free.reduce((sum, charge) => sum + charge.amountCents, 0)
  if (most < owedAgain)
    return ledger.charges.some(({ id, voided }) => voided === null && invoiced.has(id))
      ? `Only ${priceLabel(most)} of it isn’t on an invoice. Issue a credit note for the rest first, then refund.`
      : `Only ${priceLabel(most)} of it can be taken off. A tip is refunded by itself.`
  return free.some(({ id }) => id === takesOff) ? undefined : 'Choose whether the client still owes it.'
}

const isTakenOff = (takesOff: string): boolean => takesOff !== '' && takesOff !== STILL_OWED

/**
 * Takes what a refund made open again off charges, in the transaction that recorded it.
 * @returns what isn't owed anymore; undefined: it can't be taken off, since it’s on an invoice now
 */
export async function takeRefundOff(
  { db }: { db: Tx },
  ledger: Pick<Ledger, 'charges'>,
  refund: { bookingId: string; id: string; takesOff: string; openedCents: number; at: number },
): Promise<number | undefined> {
  const { bookingId, id, takesOff: first, openedCents: cents, at } = refund
  if (!isTakenOff(first) || cents === 0) return 0
  const invoiced = await invoicedOf({ db }, ledger)
  return (await creditRefund({ db }, { bookingId, id, cents, first }, invoiced, at)) ? cents : undefined
}

/**
 * Which charges stay reduced when a refund is voided: those on an invoice, and those that ended with their booking.
 */
export async function staysCredited(
  { db }: { db: Tx },
  { state }: Pick<Booking, 'state'>,
  ledger: Pick<Ledger, 'charges'>,
): Promise<(charge: Charge) => boolean> {
  const invoiced = await invoicedOf({ db }, ledger)
  const isOff = state === 'canceled' || state === 'declined'
  return (charge) => invoiced.has(charge.id) || (isOff && (!isFee(charge) || charge.endsWithBooking))
}
