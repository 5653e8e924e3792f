import { SEARCH_MAX } from './model'

export const PAYMENT_VIEWS = ['open', 'overdue', 'paid'] as const
/** `overdue`: a part that was due before today isn’t paid. `open`: something is owed, and nothing is overdue. */
export type PaymentView = (typeof PAYMENT_VIEWS)[number]

export interface PaymentFilter {
  view: PaymentView
  search: string
}

export const readPaymentFilter = (get: (name: string) => string | null): PaymentFilter => ({
  view: PAYMENT_VIEWS.find((each) => each === get('view')) ?? 'open',
  search: (get('search') ?? '').trim().slice(0, SEARCH_MAX),
})

/** The filter as URL parameters, without defaults. */
export const writePaymentFilter = ({ view, search }: PaymentFilter): Record<string, string | null> => ({
  view: view === 'open' ? null : view,
  search,
})

/** The money of a booking as a row, as text. */
export interface PaymentLine {
  id: string
  name: string
  /** "Portrait, DE-7K3Q9" */
  title: string
  /** When the next payment is due, or the last one was: "$75.00 on Saturday, November 21, 2026" if more is open. */
  due: string
  /** '' when nothing is open. */
  open: string
  /** "Received $75, $210 due." */
  balance: string
}
