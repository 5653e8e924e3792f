import type { Ledger } from '~/domains/billing/model'
import { chargeLabel, EMPTY_LEDGER, isFee } from '~/domains/billing/model'
import { readInstallments, readLedger, readLedgers } from '~/domains/billing/operations.server'
import { readBookingForStudio } from '~/domains/booking/manage/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { MailState } from '~/domains/outbox/model'
import { lastMailAbout } from '~/domains/outbox/sent-emails.server'
import type { HistoryQuery } from '~/domains/people/model'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { exactMoney } from '~/platform/money'
import { addDays, dateOf, longDate } from '~/platform/time'
import { type CreditableLine, creditableLines } from './credits.server'
import { amountOf, type DocumentView, documentView } from './document-view.server'
import type { DocumentKind, InvoiceEntry, InvoiceStatus } from './labels'
import { linkOf } from './links.server'
import { aboutInvoice, INVOICE_EMAIL, type InvoiceDocument, numberLabel, readDocument, SERIES } from './model'
import { isInvoiceable } from './operations.server'
import {
  type InvoiceQuery,
  invoicesOfQuery,
  type ListedInvoice,
  selectChargesOf,
  selectCreditNotes,
  selectInvoice,
  selectInvoicedCharges,
  selectInvoices,
  selectLinkVersions,
  selectNumbered,
  selectReceiptFor,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

/** A document with what became of it. */
export interface FoundInvoice {
  row: ListedInvoice
  document: InvoiceDocument
  status: InvoiceStatus
  /** What is still open of an invoice, and what payments pay of it now, in minor units. */
  openCents: number
  paidCents: number
}

/** Documents with their status, the newest first. */
export async function findInvoices({ db, clock }: Deps, query: InvoiceQuery): Promise<FoundInvoice[]> {
  const rows = await selectInvoices(db, query)
  const { studio } = await readSettings({ db })
  const today = dateOf(clock.now(), studio.timeZone)
  const charges = await selectChargesOf(
    db,
    rows.map(({ id }) => id),
  )
  const ledgers = await readLedgers({ db }, [...new Set(rows.map(({ booking_id }) => booking_id))])
  return rows.map((row) => ({
    row,
    document: readDocument(row.document),
    ...standingOf(row, {
      today,
      chargeIds: charges.get(row.id) ?? [],
      ledger: ledgers.get(row.booking_id) ?? EMPTY_LEDGER,
    }),
  }))
}

function standingOf(
  row: ListedInvoice,
  { today, chargeIds, ledger }: { today: string; chargeIds: string[]; ledger: Ledger },
): Pick<FoundInvoice, 'status' | 'openCents' | 'paidCents'> {
  const none = { openCents: 0, paidCents: 0 }
  if (row.kind === 'receipt') {
    const payment = ledger.payments.find(({ id }) => id === row.receipt_for)
    return { status: payment && payment.voidedAt !== null ? 'voided' : 'issued', ...none }
  }
  if (row.kind === 'credit-note') return { status: 'issued', ...none }
  if (row.is_credited) return { status: 'credited', ...none }
  const charges = ledger.charges.filter(({ id }) => chargeIds.includes(id))
  const owed = charges.filter(({ voided }) => voided === null)
  const paidCents = owed.reduce((sum, charge) => sum + charge.paidCents, 0)
  const openCents = owed.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0) - paidCents
  // A price that was credited is void with a reason.
  const isEnded = charges.some((charge) => !isFee(charge) && charge.voided?.reason === '')
  if (openCents === 0) return { status: isEnded ? 'ended' : 'paid', openCents, paidCents }
  return { status: row.due_on < today ? 'overdue' : 'open', openCents, paidCents }
}

const entryOf = ({ row, document, status }: FoundInvoice): InvoiceEntry => ({
  ...{ id: row.id, kind: row.kind, number: row.label, client: row.client_name, email: row.client_email },
  ...{ amount: amountOf(document), issued: longDate(row.issued_on), status },
})

const PAGE_SIZE = 50

export interface InvoiceFilter {
  kind: DocumentKind | null
  search: string
}

/** A page of documents. @param after the cursor that the page before returned */
export async function listInvoices(
  deps: Deps,
  { kind, search }: InvoiceFilter,
  after: string | null,
): Promise<{ entries: InvoiceEntry[]; next: string | null }> {
  const [, issuedOn = '', id = ''] = /^(\d{4}-\d\d-\d\d)\.([0-9a-f-]{36})$/.exec(after ?? '') ?? []
  const before = id === '' ? null : { issuedOn, id }
  const found = await findInvoices(deps, { kind, search, before, limit: PAGE_SIZE + 1 })
  const shown = found.slice(0, PAGE_SIZE)
  const last = shown.at(-1)?.row
  return {
    entries: shown.map(entryOf),
    next: found.length > PAGE_SIZE && last ? `${last.issued_on}.${last.id}` : null,
  }
}

/** The bookings of the documents with a number that is searched for: "INV-0012", "inv 12", or "12" in any series. */
export async function bookingsByNumber({ db }: { db: Db }, search: string): Promise<string[]> {
  const [, prefix = '', digits = ''] = /^([a-z]*)[\s-]*(\d{1,9})$/i.exec(search.trim()) ?? []
  const number = Number(digits)
  if (number === 0) return []
  const all = prefix === '' ? Object.values(SERIES) : [prefix.toUpperCase()]
  return await selectNumbered(
    db,
    all.map((series) => numberLabel({ series, number })),
  )
}

/** Invoices, credit notes and receipts of a person, newest first. */
export async function invoicesOf({ db }: { db: Db }, query: HistoryQuery) {
  return (await invoicesOfQuery(db, query).execute()).map(({ id, at, document }) => {
    const read = readDocument(document)
    return { id, at, title: documentView(read).title, amount: amountOf(read) }
  })
}

/** The most documents that a booking’s pages list. */
const OF_BOOKING = 100

export interface ClientDocument {
  /** "Invoice INV-0001" */
  title: string
  amount: string
  issued: string
  status: InvoiceStatus
  /** What is left to pay of an invoice that was paid in part; '': everything or nothing. */
  left: string
  /** Path of its link. */
  link: string
}

/** The documents of some bookings for their client, newest first, each with its link. */
export async function listClientDocuments(
  deps: Deps & { config: Pick<Config, 'secret'> },
  bookingIds: string[],
): Promise<ClientDocument[]> {
  if (bookingIds.length === 0) return []
  const found = await findInvoices(deps, { bookingIds, limit: OF_BOOKING })
  const versions = await selectLinkVersions(
    deps.db,
    found.map(({ row }) => row.id),
  )
  return found.map(({ row, document, status, openCents }) => {
    const isInPart = openCents > 0 && openCents < document.totals.grossCents
    const left = isInPart ? exactMoney(openCents, document.currency) : ''
    const link = linkOf(deps.config, { id: row.id, version: versions.get(row.id) ?? 0 })
    const { title } = documentView(document)
    return { title, amount: amountOf(document), issued: longDate(row.issued_on), status, left, link }
  })
}

export interface InvoiceRoom {
  bookingId: string
  client: string
  /** "Portrait, Saturday, December 5, 2026" */
  session: string
  reference: string
  /** The charges of the next invoice, and their sum. */
  next: { lines: { name: string; amount: string }[]; total: string; dueOn: string; once: string } | null
  /** Whether a price isn't known yet, so that it isn't on the next invoice. */
  hasUnknown: boolean
  /** Characters of the next invoice that its PDF can’t show. */
  unprintable: string[]
  documents: InvoiceEntry[]
  /** Payments and refunds without a receipt. */
  unreceipted: { id: string; label: string }[]
}

/** What can be issued for a booking, and what was; undefined: no such booking. */
export async function readInvoiceRoom(deps: Deps, bookingId: string): Promise<InvoiceRoom | undefined> {
  const { db, clock } = deps
  const booking = await readBookingForStudio(deps, bookingId)
  if (!booking) return undefined
  const { charges, payments } = await readLedger({ db }, bookingId)
  const known = charges.filter(isInvoiceable)
  const invoiced = await selectInvoicedCharges(
    db,
    known.map(({ id }) => id),
  )
  const open = known.filter(({ id }) => !invoiced.has(id))
  const counted = payments.filter(({ voidedAt }) => voidedAt === null)
  const receipts = await selectReceiptFor(
    db,
    counted.map(({ id }) => id),
  )
  const { studio } = await readSettings({ db })
  const amount = (cents: number) => exactMoney(cents, charges[0]?.currency)
  const { missingCharacters } = await import('~/platform/pdf/fonts.server')
  const today = dateOf(clock.now(), studio.timeZone)
  const lastDue = (await readInstallments({ db }, bookingId)).at(-1)?.dueOn ?? booking.date
  return {
    ...{ bookingId, client: booking.client.name, reference: booking.reference },
    session: `${booking.title}, ${booking.day}`,
    next:
      open.length === 0
        ? null
        : {
            lines: open.map((charge) => ({
              name: charge.kind === 'session' ? booking.title : chargeLabel(charge),
              amount: amount(charge.amountCents),
            })),
            total: amount(open.reduce((sum, { amountCents }) => sum + amountCents, 0)),
            dueOn: lastDue > today ? lastDue : addDays(today, 14),
            once: newId(),
          },
    unprintable: missingCharacters([booking.client.name, booking.title, ...open.map(chargeLabel)].join('\n')),
    hasUnknown: charges.some(({ voided, amountCents }) => voided === null && amountCents === null),
    documents: (await findInvoices(deps, { bookingIds: [bookingId], limit: OF_BOOKING })).map(entryOf),
    unreceipted: counted
      .filter(({ id }) => !receipts.has(id))
      .map(({ id, kind, amountCents, receivedOn, currency }) => ({
        id,
        label: `${kind === 'refund' ? 'Refund of ' : ''}${exactMoney(amountCents, currency)}, ${longDate(receivedOn)}`,
      })),
  }
}

/** Everything that the Studio shows of a document. */
export interface ShownInvoice {
  id: string
  bookingId: string
  kind: DocumentKind
  number: string
  email: string
  issuedAt: number
  status: InvoiceStatus
  view: DocumentView
  /** Its credit notes, oldest first. */
  creditNotes: { id: string; number: string; amount: string }[]
  /** What can be credited of it. */
  creditable: CreditableLine[]
  /** Its link, which the client gets, and the version that replacing it must name. */
  link: string
  linkVersion: number
  /** Id of the form that emails it, or credits a part of it. */
  once: string
  /** The last email about it; null: none. */
  mail: { id: string; state: MailState } | null
}

/** What became of a document, and what is still open of it, as text. */
export async function readStanding(
  deps: Deps,
  { id, bookingId }: { id: string; bookingId: string },
): Promise<{ status: InvoiceStatus; open: string; openCents: number }> {
  const all = await findInvoices(deps, { bookingIds: [bookingId], limit: OF_BOOKING })
  const found = all.find(({ row }) => row.id === id)
  if (!found) return { status: 'issued', open: '', openCents: 0 }
  const { status, openCents, document } = found
  return { status, openCents, open: exactMoney(openCents, document.currency) }
}

export async function readInvoice(
  deps: Deps & { config: Pick<Config, 'secret' | 'siteUrl'> },
  id: string,
): Promise<(ShownInvoice & { document: InvoiceDocument }) | undefined> {
  const { db, config } = deps
  const row = await selectInvoice(db, id)
  if (!row) return undefined
  const { status } = await readStanding(deps, { id, bookingId: row.booking_id })
  const document = readDocument(row.document)
  const notes = await selectCreditNotes(db, [id])
  const credits = notes.map((note) => readDocument(note.document))
  const emails = await lastMailAbout({ db }, INVOICE_EMAIL, [aboutInvoice(id)])
  return {
    ...{ id, bookingId: row.booking_id, kind: row.kind, number: row.label, email: row.client_email },
    ...{ issuedAt: row.issued_at, status },
    ...{ view: documentView(document), document },
    creditNotes: notes.map((note, at) => ({
      ...{ id: note.id, number: note.label, amount: amountOf(credits[at] ?? document) },
    })),
    creditable: row.kind === 'invoice' ? creditableLines(document, credits) : [],
    ...{ link: `${config.siteUrl}${linkOf(config, { id, version: row.link_version })}` },
    ...{ linkVersion: row.link_version, once: newId() },
    mail: emails.get(aboutInvoice(id)) ?? null,
  }
}
