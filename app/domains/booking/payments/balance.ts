import { exactMoney, money } from '~/platform/money'
import type { Booking, BookingPayment } from '../reservations/model'
import type { BookingFee } from './model'

type Priced = Pick<Booking, 'state' | 'priceCents' | 'priceUnit' | 'travelFeeCents' | 'depositCents'>

/** What a balance is computed from. */
export interface Money {
  fees: readonly Pick<BookingFee, 'amountCents' | 'waived'>[]
  payments: readonly Pick<BookingPayment, 'kind' | 'amountCents' | 'voidedAt'>[]
}

/** What a client owes and has paid for one booking, in cents. */
export interface Balance {
  /** Deposits received. */
  deposit: number
  /** Fees that aren't waived. */
  fees: number
  /** Everything received. */
  received: number
  /** Refunded to the client. */
  refunded: number
  /** `received` less `refunded`. */
  kept: number
  /** What's still owed, fees included; null while the price depends on a quantity that isn't known. */
  open: number | null
  /** The part of it that is fees. Fee payments pay fees first; a booking that's paid in full has no open fee. */
  feesOpen: number
  /** The part of the agreed deposit that hasn't been received; 0 once the session is over or canceled. */
  depositOpen: number
  /** Received beyond what's owed. */
  over: number
}

/**
 * The balance of a booking: price and fees, less waived and paid amounts. After declining or canceling, only
 * fees are due, including a deposit that is kept. Every screen, email and export uses this.
 */
export function balanceOf(booking: Priced, { fees, payments }: Money): Balance {
  const counted = payments.filter(({ voidedAt }) => voidedAt === null)
  const sum = (...kinds: BookingPayment['kind'][]) =>
    total(counted.filter(({ kind }) => kinds.includes(kind)))
  const owedFees = total(fees.filter(({ waived }) => waived === null))
  const deposit = sum('deposit')
  const received = sum('deposit', 'balance', 'fee')
  const refunded = sum('refund')
  const kept = received - refunded
  const isOff = booking.state === 'declined' || booking.state === 'canceled'
  const price = isOff ? 0 : booking.priceUnit === '' ? booking.priceCents + booking.travelFeeCents : null
  const owed = price === null ? null : price + owedFees
  const open = owed === null ? null : Math.max(0, owed - kept)
  const expectsDeposit = booking.state === 'requested' || booking.state === 'confirmed'
  return {
    deposit,
    fees: owedFees,
    received,
    refunded,
    kept,
    open,
    feesOpen: Math.min(Math.max(0, owedFees - sum('fee')), open ?? owedFees),
    depositOpen: expectsDeposit ? Math.max(0, booking.depositCents - deposit) : 0,
    over: owed === null ? 0 : Math.max(0, kept - owed),
  }
}

const total = (amounts: readonly { amountCents: number }[]): number =>
  amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** "Received $75, $285 due." */
export function balanceLabel({ received, refunded, open, feesOpen, over }: Balance): string {
  if (received === 0 && refunded === 0 && open === 0) return 'Nothing received, nothing due.'
  const parts = [
    received === 0 ? 'Nothing received yet' : `Received ${money(received)}`,
    ...(refunded > 0 ? [`refunded ${money(refunded)}`] : []),
    ...openParts(open, feesOpen),
    ...(over > 0 ? [`${money(over)} overpaid`] : []),
  ]
  return `${parts.join(', ')}.`
}

function openParts(open: number | null, feesOpen: number): string[] {
  if (open === null) return feesOpen > 0 ? [`${money(feesOpen)} in fees due`] : []
  if (open === 0) return ['all paid']
  return [`${money(open)} due${feesOpen > 0 ? `, including ${money(feesOpen)} in fees` : ''}`]
}

/** "$75.00" */
export const amountLabel = (cents: number): string => exactMoney(cents)

/** "$75", "$45 each photo" */
export const priceLabel = (cents: number, unit = ''): string =>
  unit === '' ? money(cents) : `${money(cents)} each ${unit}`

/**
 * How a client pays the open amount. There's no online payment.
 * @param email how the text refers to the email to reply to; null: there is none
 */
export function paymentCopy(
  { state, sessionDate }: Pick<Booking, 'state' | 'sessionDate'>,
  {
    now,
    depositOpen = 0,
    email,
  }: { now: number; depositOpen?: number; email: 'this email' | 'one of our emails' | null },
): string {
  const ask = email === null ? 'Call us' : `Reply to ${email}`
  if (state === 'requested') return 'It’s due once we confirm your session.'
  if (state !== 'confirmed' || now >= sessionDate) return `${ask} to pay it.`
  return depositOpen > 0
    ? `${ask} to pay the deposit of ${money(depositOpen)} now. Pay the rest at your session.`
    : `Pay it at your session, or ${ask.toLowerCase()}.`
}
