import type { Currency } from '~/platform/currencies'
import type { Tax } from './tax'

export const CHARGE_KINDS = ['session', 'travel', 'reschedule', 'cancellation', 'other'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

/** On top of the price: fees of the agreed terms, and those that the studio added. */
export const FEE_KINDS = ['reschedule', 'cancellation', 'other'] as const satisfies ChargeKind[]
export type FeeKind = (typeof FEE_KINDS)[number]

const CHARGE_LABELS: Record<ChargeKind, string> = {
  session: 'Session',
  travel: 'Travel',
  reschedule: 'Reschedule fee',
  cancellation: 'Cancellation fee',
  other: 'Fee',
}

/** "Reschedule fee", or what the studio called it. */
export const chargeLabel = ({ kind, title }: Pick<Charge, 'kind' | 'title'>): string =>
  title === '' ? CHARGE_LABELS[kind] : title

/** Something that a client owes, in minor units of its currency. */
export interface Charge {
  id: string
  kind: ChargeKind
  /** What the studio added it for; '' for other kinds. */
  title: string
  currency: Currency
  /** With tax; null: not known yet, since the price is for each photo or hour. */
  amountCents: number | null
  /** Taken off by credit notes and refunds, beside `amountCents`. */
  creditedCents: number
  tax: Tax
  /** The part that payments are allocated to. */
  paidCents: number
  /** Milliseconds since 1970. */
  chargedAt: number
  /** Nothing of it is owed once the session is canceled. */
  endsWithBooking: boolean
  /**
   * null: it's owed. A fee is waived, an extra removed, the price of a canceled session is void. A price with a reason was
   * credited. Any of them can be refunded.
   */
  voided: { at: number; by: string; reason: string } | null
}

/** Why a charge is void of which a refund took the last part off. A person who gives this word as a reason is named in `by`. */
export const REFUNDED = { by: '', reason: 'Refunded' }

export const isRefunded = ({ voided }: Pick<Charge, 'voided'>): boolean =>
  voided?.by === REFUNDED.by && voided.reason === REFUNDED.reason

export type Fee = Charge & { kind: FeeKind; amountCents: number }

export const isFee = (charge: Charge): charge is Fee => (FEE_KINDS as readonly string[]).includes(charge.kind)

/** The id of a payment's tip, both as a charge and as the payment of it. Its refunds have such ids, too. */
export const tipOf = (paymentId: string): string => `${paymentId}:tip`
export const isTip = (id: string): boolean => id.endsWith(':tip')
export const withoutTip = (id: string): string => id.replace(/:tip$/, '')

/** What a charge on top of the price is to a reader. */
export type FeeType = 'extra' | 'fee' | 'tip'

export const feeType = ({ id, endsWithBooking }: Pick<Charge, 'id' | 'endsWithBooking'>): FeeType => {
  if (isTip(id)) return 'tip'
  return endsWithBooking ? 'extra' : 'fee'
}

export const PAYMENT_KINDS = ['deposit', 'balance', 'fee', 'refund'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** A payment or a refund. */
export interface Payment {
  id: string
  kind: PaymentKind
  currency: Currency
  amountCents: number
  /** The part of a refund that was taken off charges, so that it isn't owed again. */
  creditedCents: number
  /** YYYY-MM-DD in the studio's zone. */
  receivedOn: string
  method: string
  note: string
  recordedBy: string
  /** Milliseconds since 1970; null: it counts. */
  voidedAt: number | null
}

/** The charges, payments and refunds of one booking, oldest first. */
export interface Ledger {
  charges: readonly Charge[]
  payments: readonly Payment[]
}

export const EMPTY_LEDGER: Ledger = { charges: [], payments: [] }
