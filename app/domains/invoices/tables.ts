import type { Generated } from 'kysely'
import type { DocumentKind } from './labels'

/** See platform/db/schema.ts for how instants, flags, money and JSON are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    /** Rows are never changed: a trigger refuses it. */
    invoices: InvoiceTable
    /** The last number of each series, which is locked while one is issued. */
    invoice_series: { series: string; last_number: number }
    /** The version of an invoice’s link. Raising it revokes the links sent so far. */
    invoice_links: InvoiceLinkTable
    /** On which invoice a charge is. A credit note deletes the rows of its invoice. */
    invoiced_charges: { charge_id: string; invoice_id: string }
  }
}

interface InvoiceLinkTable {
  invoice_id: string
  version: number
  /** The id of the form that emailed it last; null: none did. */
  emailed_once: string | null
}

interface InvoiceTable {
  id: string
  kind: DocumentKind
  series: string
  number: number
  /** "INV-0001" */
  label: string
  /** Not a reference: the invoice stays as it is when the booking is deleted. */
  booking_id: string
  /** The invoice of a credit note for everything that’s left of it. There’s one for each invoice. */
  corrects_id: string | null
  /** The invoice of a credit note for a part of it. */
  credits_id: Generated<string | null>
  /** The payment of a receipt. */
  receipt_for: string | null
  client_name: string
  client_email: string
  /** ISO 4217 */
  currency: string
  /** Negative on credit notes; 0 on receipts, like `tax_cents`. */
  net_cents: number
  tax_cents: number
  /** YYYY-MM-DD */
  issued_on: string
  /** YYYY-MM-DD; '' on others than invoices. */
  due_on: string
  issued_at: number
  issued_by: string
  /** JSON of `InvoiceDocument`. */
  document: string
}
