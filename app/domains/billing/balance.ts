import { type Fee, type FeeType, feeType, isFee, type Ledger, type PaymentKind } from './model'

/** What a client owes and has paid for one booking, in minor units. */
export interface LedgerBalance {
  /** Deposits received. */
  deposit: number
  /** Owed on top of the price. */
  fees: number
  extras: number
  tips: number
  /** Everything received. */
  received: number
  /** Refunded to the client. */
  refunded: number
  /** `received` less `refunded`. */
  kept: number
  /** What's still owed, fees included; null while the price depends on a quantity that isn't known. */
  open: number | null
  /** The part of it that is on top of the price. */
  feesOpen: number
  /** The part of `feesOpen` that isn't extras, and is still owed once the session is canceled. */
  feesLasting: number
  /** Received beyond what's owed. */
  over: number
}

/**
 * What is open is charges less allocations. Refunds beyond everything received, which the former version allowed, are
 * owed too, so that no balance is below zero.
 */
export function ledgerBalance({ charges, payments }: Ledger): LedgerBalance {
  const owed = charges.filter(({ voided }) => voided === null)
  const counted = payments.filter(({ voidedAt }) => voidedAt === null)
  const sum = (...kinds: PaymentKind[]) =>
    total(counted.filter(({ kind }) => kinds.includes(kind)).map(({ amountCents }) => amountCents))
  const received = sum('deposit', 'balance', 'fee')
  const refunded = sum('refund')
  const allocated = total(owed.map(({ paidCents }) => paidCents))
  const isUnknown = owed.some(({ amountCents }) => amountCents === null)
  const fees = owed.filter(isFee)
  const ofType = (type: FeeType) => fees.filter((fee) => feeType(fee) === type)
  return {
    deposit: sum('deposit'),
    fees: total(fees.map(({ amountCents }) => amountCents)),
    extras: total(ofType('extra').map(({ amountCents }) => amountCents)),
    tips: total(ofType('tip').map(({ amountCents }) => amountCents)),
    received,
    refunded,
    kept: received - refunded,
    open: isUnknown
      ? null
      : total(owed.map(({ amountCents }) => amountCents ?? 0)) - allocated + Math.max(0, refunded - received),
    feesOpen: openOf(fees),
    feesLasting: openOf(fees.filter(({ endsWithBooking }) => !endsWithBooking)),
    over: isUnknown ? 0 : Math.max(0, received - refunded - allocated),
  }
}

const openOf = (fees: readonly Fee[]): number =>
  total(fees.map(({ amountCents, paidCents }) => amountCents - paidCents))

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
