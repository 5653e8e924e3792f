import { z } from 'zod'
import type { AuditedAction, Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { type Charge, chargeLabel } from '~/domains/billing/model'
import { readLedger, withLedgerLocked } from '~/domains/billing/operations.server'
import type { StudioBooking } from '~/domains/booking/manage/model'
import { readBookingForStudio } from '~/domains/booking/manage/operations.server'
import { METHOD_LABELS, type PaymentMethod } from '~/domains/booking/payments/model'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { businessDate } from '~/platform/fields'
import { type FieldErrors, type FieldValues, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { DEFAULT_CURRENCY } from '~/platform/money'
import { isId } from '~/platform/text'
import { dateOf } from '~/platform/time'
import { type DocumentBase, invoiceOf, receiptOf } from './document'
import { amountOf } from './document-view.server'
import { type DocumentKind, KIND_LABELS } from './labels'
import { type InvoiceDocument, SERIES } from './model'
import {
  insertInvoice,
  selectInvoice,
  selectInvoicedCharges,
  selectReceiptFor,
  takeNumber,
} from './store.server'

export interface WriteDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret'>
  author: Author
}

export type Issued =
  /** `id` of the document, also if it was issued before. */
  | { ok: true; id: string }
  | { ok: false; reason: 'missing' }
  /** There’s no charge that isn't on an invoice, its amount isn't known yet, or nothing is left to credit. */
  | { ok: false; reason: 'nothing' }
  | { ok: false; reason: 'refused'; errors: FieldErrors }

const dueSchema = z.object({ dueOn: businessDate('Due') })

/** The charges of a booking that the next invoice contains. */
export const isInvoiceable = (charge: Charge): charge is Charge & { amountCents: number } =>
  charge.voided === null && charge.amountCents !== null

/**
 * Issues an invoice for every charge of a booking that isn't on one yet. Its number is taken in the same transaction,
 * which makes invoices of a series wait for each other.
 * @param given.once the form's id, so that a form sent twice issues one
 */
export async function issueInvoice(
  deps: WriteDeps,
  given: { bookingId: string; once: string; sent: FieldValues },
): Promise<Issued> {
  const read = parseForm(dueSchema, given.sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const parts = await readParts(deps, given.bookingId)
  if (!parts || !isId(given.once)) return { ok: false, reason: 'missing' }
  return await transact(deps.db, async (tx, rollback): Promise<Issued> => {
    const number = await takeNumber(tx, 'invoice')
    if (await selectInvoice(tx, given.once)) return rollback({ ok: true, id: given.once })
    await withLedgerLocked({ db: tx }, given.bookingId)
    const { charges } = await readLedger({ db: tx }, given.bookingId)
    const known = charges.filter(isInvoiceable)
    const invoiced = await selectInvoicedCharges(
      tx,
      known.map(({ id }) => id),
    )
    const open = known.filter(({ id }) => !invoiced.has(id))
    const [first] = open
    if (!first) return rollback({ ok: false, reason: 'nothing' })
    const document = invoiceOf({ ...parts.base, number, currency: first.currency }, open, {
      dueOn: read.value.dueOn,
      nameOf: parts.nameOf,
    })
    const ids = open.map(({ id }) => id)
    await writeDocument(
      { ...deps, db: tx },
      { id: given.once, bookingId: given.bookingId, number, document },
      ids,
    )
    return { ok: true, id: given.once }
  })
}

/** Issues the receipt of a payment or refund, once. */
export async function issueReceipt(
  deps: WriteDeps,
  given: { bookingId: string; paymentId: string },
): Promise<Issued> {
  const parts = await readParts(deps, given.bookingId)
  if (!parts) return { ok: false, reason: 'missing' }
  return await transact(deps.db, async (tx, rollback): Promise<Issued> => {
    const number = await takeNumber(tx, 'receipt')
    const before = await selectReceiptFor(tx, [given.paymentId])
    const known = before.get(given.paymentId)
    if (known) return rollback({ ok: true, id: known })
    const { payments } = await readLedger({ db: tx }, given.bookingId)
    const payment = payments.find(({ id, voidedAt }) => id === given.paymentId && voidedAt === null)
    if (!payment) return rollback({ ok: false, reason: 'missing' })
    const method = METHOD_LABELS[payment.method as PaymentMethod] ?? payment.method
    const document = receiptOf({ ...parts.base, number, currency: payment.currency }, payment, method)
    const id = newId()
    await writeDocument(
      { ...deps, db: tx },
      { id, bookingId: given.bookingId, number, document, receiptFor: payment.id },
    )
    return { ok: true, id }
  })
}

/** What the documents of a booking have in common. */
async function readParts(
  { db, clock }: WriteDeps,
  bookingId: string,
): Promise<{ base: Omit<DocumentBase, 'number'>; nameOf: (charge: Charge) => string } | undefined> {
  const booking = await readBookingForStudio({ db, clock }, bookingId)
  if (!booking) return undefined
  const { studio, policies } = await readSettings({ db })
  const subject = `${booking.title} on ${booking.day}`
  return {
    base: {
      issuedOn: dateOf(clock.now(), studio.timeZone),
      currency: DEFAULT_CURRENCY,
      reference: booking.reference,
      subject,
      seller: {
        ...{ name: studio.name, email: studio.shownEmail, phone: studio.phone, address: studio.address },
        taxId: policies.taxes.id,
      },
      buyer: buyerOf(booking),
      look: { logo: studio.picture, initials: studio.logo, accent: studio.accent },
    },
    nameOf: (charge) => (charge.kind === 'session' ? subject : chargeLabel(charge)),
  }
}

const buyerOf = ({ client: { name, email, phone } }: StudioBooking): InvoiceDocument['buyer'] => ({
  name,
  email,
  phone,
})

interface Issue {
  id: string
  bookingId: string
  number: number
  document: InvoiceDocument
  correctsId?: string
  creditsId?: string
  receiptFor?: string
}

const ACTIONS: Record<DocumentKind, AuditedAction> = {
  invoice: 'invoice-issued',
  'credit-note': 'invoice-credited',
  receipt: 'receipt-issued',
}

/** Writes a document that has its number, and notes it in the activity log. */
export async function writeDocument(
  { db, clock, author }: Omit<WriteDeps, 'db'> & { db: Tx },
  { id, bookingId, number, document, correctsId, creditsId, receiptFor }: Issue,
  chargeIds: string[] = [],
): Promise<void> {
  const { kind, totals } = document
  await insertInvoice(
    db,
    {
      ...{ id, kind, series: SERIES[kind], number, label: document.number, booking_id: bookingId },
      ...{ corrects_id: correctsId ?? null, credits_id: creditsId ?? null, receipt_for: receiptFor ?? null },
      ...{ client_name: document.buyer.name, client_email: document.buyer.email.toLowerCase() },
      ...{ currency: document.currency, net_cents: totals.netCents, tax_cents: totals.taxCents },
      ...{ issued_on: document.issuedOn, due_on: document.dueOn ?? '' },
      ...{ issued_at: clock.now(), issued_by: author.name, document: JSON.stringify(document) },
    },
    chargeIds,
  )
  await recordAction(
    { db, clock, author },
    {
      action: ACTIONS[kind],
      subject: `${KIND_LABELS[kind]} ${document.number} for ${document.buyer.name}`,
      changes: [{ field: 'Amount', from: '', to: amountOf(document) }],
    },
  )
}
