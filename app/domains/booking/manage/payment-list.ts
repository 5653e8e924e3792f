import { SEARCH_MAX } from './model'

export const PAYMENT_VIEWS = ['open', 'overdue', 'paid'] as const
/** `open`: due today or later. `overdue`: the session’s day is over. */
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
  /** The session's day, on which the rest is due. */
  due: string
  /** '' when nothing is open. */
  open: string
  /** "Received $75, $210 due." */
  balance: string
}
