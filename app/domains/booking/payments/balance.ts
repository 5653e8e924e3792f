import { type LedgerBalance, ledgerBalance } from '~/domains/billing/balance'
import {
  type ChargeKind,
  isFee,
  isTip,
  type Ledger,
  type Payment,
  type PaymentKind,
} from '~/domains/billing/model'
import { type AddedTax, taxLabel } from '~/domains/billing/tax'
import { money } from '~/platform/money'
import type { Booking } from '../reservations/model'

/** What a client owes and has paid for one booking, in cents. */
export interface Balance extends LedgerBalance {
  /** The part of the agreed deposit that hasn't been received; 0 once the session is over or canceled. */
  depositOpen: number
  /** Taken off the price and travel by credit notes and refunds. */
  credited: number
  /** Added to the price and travel. */
  tax: AddedTax | null
}

/** The balance of a booking's ledger. Every screen, email and export uses this. */
export function balanceOf(
  booking: Pick<Booking, 'state' | 'depositCents' | 'priceCents' | 'priceUnit' | 'travelFeeCents'>,
  ledger: Ledger,
): Balance {
  const { state, depositCents } = booking
  const balance = ledgerBalance(ledger)
  const expectsDeposit = state === 'requested' || state === 'confirmed'
  return {
    ...balance,
    depositOpen: expectsDeposit ? Math.max(0, depositCents - balance.deposit) : 0,
    credited: creditedOf(ledger),
    tax: taxAdded(booking, ledger),
  }
}

/** A voided price has a reason only if it was credited. */
const creditedOf = ({ charges }: Ledger): number =>
  charges
    .filter((charge) => !isFee(charge))
    .reduce(
      (sum, { creditedCents, amountCents, voided }) =>
        sum + creditedCents + (voided?.reason ? (amountCents ?? 0) : 0),
      0,
    )

function taxAdded(
  { priceCents, priceUnit, travelFeeCents }: Pick<Booking, 'priceCents' | 'priceUnit' | 'travelFeeCents'>,
  { charges }: Ledger,
): AddedTax | null {
  const taxed = charges.filter(
    (charge) => !isFee(charge) && charge.tax.rate > 0 && charge.amountCents !== null,
  )
  const priceOf = (kind: ChargeKind) => (kind === 'travel' ? travelFeeCents : priceUnit ? 0 : priceCents)
  const cents = taxed.reduce(
    (sum, { kind, amountCents, creditedCents }) => sum + (amountCents ?? 0) + creditedCents - priceOf(kind),
    0,
  )
  return taxed[0] && cents > 0 ? { label: taxLabel(taxed[0].tax), cents } : null
}

/** "Received $75, $285 due." */
export function balanceLabel(balance: Balance): string {
  const { received, refunded, open, over } = balance
  if (received === 0 && refunded === 0 && open === 0) return 'Nothing received, nothing due.'
  const parts = [
    received === 0 ? 'Nothing received yet' : `Received ${money(received)}`,
    ...(refunded > 0 ? [`refunded ${money(refunded)}`] : []),
    ...openParts(balance),
    ...(over > 0 ? [`${money(over)} overpaid`] : []),
  ]
  return `${parts.join(', ')}.`
}

function openParts(balance: Balance): string[] {
  const [{ open }, onTop] = [balance, onTopWords(balance)]
  if (open === null) return onTop === '' ? [] : [`${onTop} due`]
  if (open === 0) return ['all paid']
  return [`${money(open)} due${onTop === '' ? '' : `, including ${onTop}`}`]
}

/** "$450 in extras and $35 in fees", for what is open on top of the price; '' for nothing. */
export const onTopWords = ({ feesOpen, feesLasting }: Balance): string =>
  [
    ...(feesOpen > feesLasting ? [`${money(feesOpen - feesLasting)} in extras`] : []),
    ...(feesLasting > 0 ? [`${money(feesLasting)} in fees`] : []),
  ].join(' and ')

/** " You don’t owe it anymore.", for a refund's event; '' if it's owed again. */
export const creditWithin = ({ creditedCents }: Record<string, string | number>): string =>
  Number(creditedCents ?? 0) > 0 ? ' You don’t owe it anymore.' : ''

const PAYMENT_NAMES: Record<PaymentKind, string> = {
  deposit: 'Deposit received',
  balance: 'Received',
  fee: 'Received',
  refund: 'Refunded',
}

/** "Deposit received", "Received" for a payment with the deposit, "Tip refunded" */
export function receivedLabel(
  { id, kind, amountCents }: Pick<Payment, 'id' | 'kind' | 'amountCents'>,
  depositCents: number,
): string {
  if (isTip(id)) return kind === 'refund' ? 'Tip refunded' : 'Tip received'
  return PAYMENT_NAMES[kind === 'deposit' && amountCents > depositCents ? 'balance' : kind]
}

/** "$75", "$45 each photo" */
export const priceLabel = (cents: number, unit = ''): string =>
  unit === '' ? money(cents) : `${money(cents)} each ${unit}`

type EmailName = 'this email' | 'one of our emails' | null

const askWith = (email: EmailName): string => (email === null ? 'Contact us' : `Reply to ${email}`)

/** How to pay something that has a separate due date, such as an invoice. */
export const askToPay = (email: EmailName): string => `${askWith(email)} to pay it.`

/**
 * How a client pays the open amount. There's no online payment.
 * @param email how the text refers to the email to reply to; null: there is none
 */
export function paymentCopy(
  { state, sessionDate }: Pick<Booking, 'state' | 'sessionDate'>,
  { now, depositOpen = 0, email }: { now: number; depositOpen?: number; email: EmailName },
): string {
  const ask = askWith(email)
  if (state === 'requested') return 'It’s due once we confirm your session.'
  if (state !== 'confirmed' || now >= sessionDate) return askToPay(email)
  return depositOpen > 0
    ? `${ask} to pay the deposit of ${money(depositOpen)} now. Pay the rest at your session.`
    : `Pay it at your session, or ${ask.toLowerCase()}.`
}
