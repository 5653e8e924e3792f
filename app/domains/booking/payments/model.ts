export const PAYMENT_KINDS = ['deposit', 'balance', 'fee', 'refund'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

export const PAYMENT_LABELS: Record<PaymentKind, string> = {
  deposit: 'Deposit',
  balance: 'Balance',
  fee: 'Fee',
  refund: 'Refund',
}

export const PAYMENT_METHODS = ['cash', 'card', 'transfer', 'check', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const METHOD_LABELS: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Card',
  transfer: 'Bank transfer',
  check: 'Check',
  other: 'Other',
}

export const REASON_MAX = 300

/** A payment or refund as recorded by the team. Nothing is charged. */
export interface NewPayment {
  kind: PaymentKind
  amountCents: number
  /** YYYY-MM-DD in the studio's zone. */
  receivedOn: string
  method: PaymentMethod
}

export interface ShownPayments {
  fees: {
    id: string
    label: string
    amount: string
    /** "Saturday, November 21, 2026" */
    day: string
    /** "Waived by Dorian Ellis: a storm"; '' while it's owed. */
    waived: string
  }[]
  entries: {
    id: string
    kind: string
    amount: string
    day: string
    method: string
    by: string
    isVoided: boolean
  }[]
  /** "Received $75, $285 open." */
  summary: string
  /** Initial values for the next payment: the open amount. */
  next: { kind: PaymentKind; amount: string; receivedOn: string }
}

export const FEE_CAUSES = ['reschedule', 'cancellation', 'other'] as const
export type FeeCause = (typeof FEE_CAUSES)[number]

/** Something a client owes on top of the price: a fee of the agreed terms, or one that the studio added. */
export interface BookingFee {
  id: string
  cause: FeeCause
  /** What the studio added it for; '' for fees of the terms. */
  title: string
  amountCents: number
  /** Milliseconds since 1970. */
  chargedAt: number
  /** null: it's owed. */
  waived: { at: number; by: string; reason: string } | null
}

const FEE_LABELS: Record<FeeCause, string> = {
  reschedule: 'Reschedule fee',
  cancellation: 'Cancellation fee',
  other: 'Fee',
}

/** "Reschedule fee", or what the studio called it. */
export const feeLabel = ({ cause, title }: Pick<BookingFee, 'cause' | 'title'>): string =>
  title === '' ? FEE_LABELS[cause] : title

/** Maximum characters of a fee's title. */
export const FEE_TITLE_MAX = 80
