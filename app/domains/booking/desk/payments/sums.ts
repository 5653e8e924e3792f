import { dollars, dollarsAndCents } from '~/ui/money'
import type { Booking, BookingPayment } from '../../bookings/model'
import type { PaymentKind } from './model'

type Priced = Pick<Booking, 'state' | 'priceCents' | 'priceUnit' | 'travelFeeCents' | 'depositCents'>
type Counted = Pick<BookingPayment, 'kind' | 'amountCents' | 'voidedAt'>

export interface PaymentSums {
  deposit: number
  balance: number
  fee: number
  refund: number
  /** What the studio has: all that came less what went back. */
  kept: number
  /** Of the deposit that was agreed; 0 when the booking no longer stands. */
  depositOpen: number
  /** Of the whole price with travel; null where it is for each hour or has nothing to do with it any more. */
  open: number | null
}

/** Sums in cents; what was struck out does not count. */
export function sumPayments(booking: Priced, payments: Counted[]): PaymentSums {
  const sum = (kind: PaymentKind) =>
    payments
      .filter((payment) => payment.kind === kind && payment.voidedAt === null)
      .reduce((total, { amountCents }) => total + amountCents, 0)
  const [deposit, balance, fee, refund] = [sum('deposit'), sum('balance'), sum('fee'), sum('refund')]
  const stands = booking.state !== 'declined' && booking.state !== 'canceled'
  const expectsDeposit = booking.state === 'requested' || booking.state === 'confirmed'
  const total = booking.priceCents + booking.travelFeeCents
  return {
    deposit,
    balance,
    fee,
    refund,
    kept: deposit + balance + fee - refund,
    depositOpen: expectsDeposit ? Math.max(0, booking.depositCents - deposit) : 0,
    open: stands && booking.priceUnit === '' ? Math.max(0, total - deposit - balance + refund) : null,
  }
}

/** "Received $75, $285 open." */
export function sumsLabel({ kept, refund, open }: PaymentSums): string {
  const parts = [
    kept + refund === 0 ? 'Nothing received yet' : `Received ${dollars(kept + refund)}`,
    ...(refund > 0 ? [`sent back ${dollars(refund)}`] : []),
    ...(open === null ? [] : [open === 0 ? 'all paid' : `${dollars(open)} open`]),
  ]
  return `${parts.join(', ')}.`
}

/** "$75.00" */
export const amountLabel = (cents: number): string => dollarsAndCents(cents)

/** "$75" */
export const priceLabel = (cents: number, unit: string): string =>
  unit === '' ? dollars(cents) : `${dollars(cents)} each ${unit}`
