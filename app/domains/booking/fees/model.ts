export const FEE_CAUSES = ['reschedule', 'cancellation', 'other'] as const
export type FeeCause = (typeof FEE_CAUSES)[number]

/** Something a client owes on top of the price: by the terms of the booking, or because the studio added it. */
export interface BookingFee {
  id: string
  cause: FeeCause
  /** What it's for, when the studio added it; '' otherwise. */
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

/** Characters of what a fee is for. */
export const FEE_TITLE_MAX = 80
