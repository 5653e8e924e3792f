import { z } from 'zod'
import { CURRENCIES } from '~/platform/currencies'
import type { CapabilityCookie } from '~/platform/http/capability-cookie'
import { DOCUMENT_KINDS, type DocumentKind } from './labels'

/** Prefix of the numbers of each kind, which is its series. */
export const SERIES: Record<DocumentKind, string> = { invoice: 'INV', 'credit-note': 'CN', receipt: 'RCT' }

/** "INV-0001" */
export const numberLabel = ({ series, number }: { series: string; number: number }): string =>
  `${series}-${String(number).padStart(4, '0')}`

const cents = z.int()
const date = z.iso.date()

const party = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
})

/** A part of the tax breakdown (BG-23), and the tax of a line (BG-30). */
const tax = z.object({
  /** UNCL 5305: `S` standard rate, `O` not subject to tax (BT-118, BT-151). */
  category: z.enum(['S', 'O']),
  /** "Sales tax"; '' without tax. */
  name: z.string(),
  /** Thousandths of a percent (BT-119, BT-152). */
  rate: z.int().min(0),
  cents,
})

const payment = z.object({
  /** YYYY-MM-DD */
  date,
  method: z.string(),
  cents,
})

/**
 * What an invoice, a credit note or a receipt says, as it was issued. The parts are those of EN 16931, with its terms
 * (BT) and groups (BG), so that an XML form can follow. Amounts are in minor units of the currency.
 */
export const invoiceDocument = z.object({
  version: z.literal(1),
  kind: z.enum(DOCUMENT_KINDS),
  /** BT-1 */
  number: z.string(),
  /** BT-2 */
  issuedOn: date,
  /** UNTDID 1001 (BT-3): 380 an invoice, 381 a credit note; null: a receipt. */
  typeCode: z.enum(['380', '381']).nullable(),
  /** BT-5 */
  currency: z.enum(CURRENCIES),
  /** BT-9; null: on receipt. */
  dueOn: date.nullable(),
  /** The booking (BT-10). */
  reference: z.string(),
  /** "Portrait on Saturday, December 5, 2026" */
  subject: z.string(),
  /** The invoice that a credit note corrects (BG-3), and why. */
  corrects: z.object({ number: z.string(), issuedOn: date, reason: z.string() }).nullable(),
  /** BG-4 */
  seller: party.extend({
    /** BG-5 */
    address: z.object({
      street: z.string(),
      locality: z.string(),
      region: z.string(),
      postalCode: z.string(),
      country: z.string(),
    }),
    /** BT-31, BT-32; '' for none. */
    taxId: z.string(),
  }),
  /** BG-7 */
  buyer: party,
  /** BG-25; none on receipts. */
  lines: z.array(
    z.object({
      /** BT-126 */
      id: z.string(),
      /** BT-153 */
      name: z.string(),
      /** BT-129 */
      quantity: z.int(),
      /** Without tax (BT-131). */
      netCents: cents,
      tax,
    }),
  ),
  /** BG-23: the sums of the lines’ taxes. */
  taxes: z.array(tax.extend({ netCents: cents })),
  /** BG-22. */
  totals: z.object({
    /** BT-109 */
    netCents: cents,
    /** BT-110 */
    taxCents: cents,
    /** BT-112 */
    grossCents: cents,
    /** Received before it was issued (BT-113). */
    paidCents: cents,
    /** BT-115 */
    dueCents: cents,
  }),
  /** The payment of a receipt. */
  payment: payment.nullable(),
  /** The studio's logo and color when it was issued, for the PDF. Documents from before this was kept have none. */
  look: z
    .object({
      /** A stored file by the hash of its content, which is never deleted; null: the initials. */
      logo: z.object({ hash: z.string(), width: z.int(), height: z.int() }).nullable(),
      initials: z.tuple([z.string(), z.string()]),
      accent: z.string(),
    })
    .optional(),
})

export type InvoiceDocument = z.output<typeof invoiceDocument>

/** A stored document. */
export const readDocument = (json: string): InvoiceDocument => invoiceDocument.parse(JSON.parse(json))

/** Contains the link’s token. */
export const invoiceCookie = (id: string): CapabilityCookie => ({
  name: `studio_invoice_${id.replaceAll('-', '')}`,
  maxAge: 30 * 86_400,
})

/** The record in the outbox that an email about a document names. */
export const aboutInvoice = (id: string): string => `invoice ${id}`
export const INVOICE_EMAIL = 'invoice'
