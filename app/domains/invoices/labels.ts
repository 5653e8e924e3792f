export const DOCUMENT_KINDS = ['invoice', 'credit-note', 'receipt'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const KIND_LABELS: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  receipt: 'Receipt',
}

/** A document as lists show it. */
export interface InvoiceEntry {
  id: string
  kind: DocumentKind
  /** "INV-0001" */
  number: string
  client: string
  email: string
  /** "$303.88", "−$303.88" */
  amount: string
  /** "November 23, 2026" */
  issued: string
  status: InvoiceStatus
}

/**
 * What became of a document. Receipts and credit notes are `issued`. An invoice is `ended` if the price on it is no
 * longer owed, since the session was canceled, and no credit note says so yet.
 */
export type InvoiceStatus = 'issued' | 'open' | 'overdue' | 'paid' | 'ended' | 'credited' | 'voided'

export const STATUS_LABELS: Record<InvoiceStatus, string> = {
  issued: 'Issued',
  open: 'Open',
  overdue: 'Overdue',
  paid: 'Paid',
  ended: 'Session canceled',
  credited: 'Credited',
  voided: 'Payment voided',
}

export const REASON_MAX = 200
