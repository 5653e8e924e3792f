import type { FeeType, PaymentKind } from '~/domains/billing/model'
import type { ShownCard } from '../online/cards'

export const PAYMENT_LABELS: Record<PaymentKind, string> = {
  deposit: 'Deposit',
  balance: 'Balance',
  fee: 'Extra or fee',
  refund: 'Refund',
}

export const PAYMENT_METHODS = ['cash', 'card', 'transfer', 'check', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** `online`: recorded when a payment on the provider’s page arrived. */
export const METHOD_LABELS: Record<PaymentMethod | 'online', string> = {
  cash: 'Cash',
  card: 'Card',
  transfer: 'Bank transfer',
  check: 'Check',
  other: 'Other',
  online: 'Online',
}

export const REASON_MAX = 300

/** Maximum characters of a payment's note. */
export const NOTE_MAX = 200

/** The answer that what is refunded is owed again. Otherwise it's the id of a charge. */
export const STILL_OWED = 'yes'

/** What a refund can be taken off, so that nothing more is owed; no charges: it isn't asked. */
export interface RefundTerms {
  charges: { id: string; label: string }[]
  /** Whether others are on an invoice, which only a credit note changes. */
  hasInvoice: boolean
  /** "$100" of it that was overpaid, so that it isn’t owed again; '': nothing was. */
  overpaid: string
}

export interface ShownPayments {
  fees: {
    id: string
    label: string
    type: FeeType
    amount: string
    /** "Saturday, November 21, 2026" */
    day: string
    isEnded: boolean
    /** "Waived by Dorian Ellis: a storm", "$10 refunded"; '' while all of it is owed or paid. */
    ended: string
  }[]
  entries: {
    id: string
    kind: string
    amount: string
    day: string
    method: string
    note: string
    by: string
    isVoided: boolean
    /** The online payment, and what is left to refund of it as a form value ('' for nothing); null: it isn't online. */
    online: { id: string; left: string } | null
  }[]
  refunds: RefundTerms
  /** "Received $75, $285 open." */
  summary: string
  /** The card that the client lets the studio charge when payments are due; null: none. */
  card: ShownCard | null
  /** What is due when. */
  dues: { id: string; amount: string; day: string; status: string }[]
  /** The form that changes the due dates. `mark` detects someone else's change. */
  schedule: { values: Record<string, string>; rows: number; mark: string }
  /** Initial values for the next payment: the open amount. */
  next: { kind: PaymentKind; amount: string; receivedOn: string }
}

/** A payment reminder that will go, with what is open now. */
export interface UpcomingReminder {
  id: string
  bookingId: string
  name: string
  /** "Portrait, DE-7K3Q9" */
  title: string
  /** "Saturday, November 21, 2026" */
  day: string
  amount: string
  /** Whether a part of it will be overdue. */
  isOverdue: boolean
}

export interface ShownReminders {
  next: Pick<UpcomingReminder, 'id' | 'day' | 'amount' | 'isOverdue'>[]
  /** Turned off for this booking, or for all of its client. */
  isOff: boolean
  isClientOff: boolean
  /** When the last one was written; '' for none. */
  last: string
}

/** Maximum characters of the title of an extra or fee. */
export const FEE_TITLE_MAX = 80
