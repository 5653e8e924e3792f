import { sql } from 'kysely'
import type { HistoryQuery } from '~/domains/people/model'
import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { isVersion } from '~/platform/db/versioned.server'
import type { DocumentKind } from './labels'
import { SERIES } from './model'

export type InvoiceRow = Row<'invoices'>

/**
 * The next number of a series. Its row stays locked until the transaction ends, and a rollback returns the number, so
 * that numbers have no gaps.
 */
export async function takeNumber(tx: Tx, kind: DocumentKind): Promise<number> {
  const { last_number } = await tx
    .insertInto('invoice_series')
    .values({ series: SERIES[kind], last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last_number: sql`invoice_series.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** Adds a document with its link, and notes the charges on it. */
export async function insertInvoice(tx: Tx, row: NewRow<'invoices'>, chargeIds: string[]): Promise<void> {
  await tx.insertInto('invoices').values(row).execute()
  await tx
    .insertInto('invoice_links')
    .values({ invoice_id: row.id, version: 1, emailed_once: null })
    .execute()
  if (chargeIds.length > 0)
    await tx
      .insertInto('invoiced_charges')
      .values(chargeIds.map((charge_id) => ({ charge_id, invoice_id: row.id })))
      .execute()
}

export const selectInvoice = (
  db: Db,
  id: string,
): Promise<(InvoiceRow & { link_version: number; credited_by: string | null }) | undefined> =>
  db
    .selectFrom('invoices as i')
    .innerJoin('invoice_links as l', 'l.invoice_id', 'i.id')
    .leftJoin('invoices as c', 'c.corrects_id', 'i.id')
    .selectAll('i')
    .select(['l.version as link_version', 'c.id as credited_by'])
    .where('i.id', '=', id)
    .executeTakeFirst()

/** The versions of these documents' links, by document. */
export async function selectLinkVersions(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('invoice_links').selectAll().where('invoice_id', 'in', ids).execute()
  return new Map(rows.map(({ invoice_id, version }) => [invoice_id, version]))
}

/** Which of these charges are on an invoice that wasn't credited, by charge. */
export async function selectInvoicedCharges(db: Db, chargeIds: string[]): Promise<Map<string, string>> {
  if (chargeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoiced_charges')
    .selectAll()
    .where('charge_id', 'in', chargeIds)
    .execute()
  return new Map(rows.map(({ charge_id, invoice_id }) => [charge_id, invoice_id]))
}

/** The receipts of these payments, by payment. */
export async function selectReceiptFor(db: Db, paymentIds: string[]): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'receipt_for'])
    .where('receipt_for', 'in', paymentIds)
    .execute()
  return new Map(rows.map(({ id, receipt_for }) => [receipt_for ?? '', id]))
}

export async function freeCharges(tx: Tx, invoiceId: string): Promise<void> {
  await tx.deleteFrom('invoiced_charges').where('invoice_id', '=', invoiceId).execute()
}

/** The charges on each of these invoices. */
export async function selectChargesOf(db: Db, invoiceIds: string[]): Promise<Map<string, string[]>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoiced_charges')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .execute()
  const byInvoice = Map.groupBy(rows, ({ invoice_id }) => invoice_id)
  return new Map([...byInvoice].map(([id, of]) => [id, of.map(({ charge_id }) => charge_id)]))
}

export type ListedInvoice = InvoiceRow & { is_credited: boolean }

/** The credit notes of some invoices, oldest first. `invoice_id` is the invoice. */
export const selectCreditNotes = (db: Db, invoiceIds: string[]) =>
  db
    .selectFrom('invoices')
    .select(['id', 'label', 'document', 'net_cents', 'tax_cents'])
    .select((e) => e.fn.coalesce('credits_id', 'corrects_id').as('invoice_id'))
    .where((e) => e.or([e('credits_id', 'in', invoiceIds), e('corrects_id', 'in', invoiceIds)]))
    .orderBy('number')
    .execute()

export interface InvoiceQuery {
  kind?: DocumentKind | null
  bookingIds?: string[]
  /** Part of a number, name, email or reference. */
  search?: string
  /** YYYY-MM-DD, both included. */
  from?: string
  until?: string
  /** Issued before it, in the order of the list. */
  before?: { issuedOn: string; id: string } | null
  limit: number
}

/** The newest first. */
export async function selectInvoices(db: Db, query: InvoiceQuery): Promise<ListedInvoice[]> {
  let rows = db.selectFrom('invoices as i').selectAll('i')
  const { kind, bookingIds, search = '', from, until, before } = query
  if (kind) rows = rows.where('i.kind', '=', kind)
  if (bookingIds !== undefined) rows = rows.where('i.booking_id', 'in', bookingIds)
  if (from !== undefined) rows = rows.where('i.issued_on', '>=', from)
  if (until !== undefined) rows = rows.where('i.issued_on', '<=', until)
  if (before) rows = rows.where(sql<boolean>`(i.issued_on, i.id) < (${before.issuedOn}, ${before.id})`)
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    rows = rows.where(
      sql<boolean>`lower(i.client_name || ' ' || i.client_email || ' ' || i.label) like ${pattern} escape '\\'`,
    )
  }
  const found = await rows.orderBy('i.issued_on', 'desc').orderBy('i.id', 'desc').limit(query.limit).execute()
  const ids = found.filter(({ kind }) => kind === 'invoice').map(({ id }) => id)
  const notes = ids.length === 0 ? [] : await selectCreditNotes(db, ids)
  const credited = Map.groupBy(notes, ({ invoice_id }) => invoice_id)
  return found.map((row) => {
    const of = credited.get(row.id) ?? []
    return { ...row, is_credited: of.length > 0 && [row, ...of].reduce(plusGross, 0) === 0 }
  })
}

const plusGross = (sum: number, { net_cents, tax_cents }: Pick<InvoiceRow, 'net_cents' | 'tax_cents'>) =>
  sum + net_cents + tax_cents

/** The bookings of the documents with these numbers. */
export async function selectNumbered(db: Db, labels: string[]): Promise<string[]> {
  const rows = await db.selectFrom('invoices').select('booking_id').where('label', 'in', labels).execute()
  return rows.map(({ booking_id }) => booking_id)
}

/** Documents of these addresses, newest first. */
export const invoicesOfQuery = (db: Db, { emails, until, limit }: HistoryQuery) =>
  db
    .selectFrom('invoices')
    .select(['id', 'kind', 'label', 'document', 'issued_at as at'])
    .where((e) => e(e.fn<string>('lower', ['client_email']), 'in', emails))
    .where('issued_at', '<=', until)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

/** Revokes the links of a document. @returns whether the version was the current one */
export async function raiseLinkVersion(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  if (!isVersion(version)) return false
  const raised = await tx
    .updateTable('invoice_links')
    .set({ version: version + 1 })
    .where('invoice_id', '=', id)
    .where('version', '=', version)
    .returning('invoice_id')
    .executeTakeFirst()
  return raised !== undefined
}

/** @returns false if this form has emailed the document before */
export async function markEmailed(tx: Tx, id: string, once: string): Promise<boolean> {
  const marked = await tx
    .updateTable('invoice_links')
    .set({ emailed_once: once })
    .where('invoice_id', '=', id)
    .where((e) => e.or([e('emailed_once', 'is', null), e('emailed_once', '<>', once)]))
    .returning('invoice_id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Deletes up to `limit` documents issued before an instant. @returns how many */
export async function deleteInvoices(tx: Tx, before: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('invoices')
    .select('id')
    .where('issued_at', '<', before)
    .limit(limit)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.deleteFrom('invoice_links').where('invoice_id', 'in', ids).execute()
  await tx.deleteFrom('invoices').where('id', 'in', ids).execute()
  return ids.length
}

/** The documents of an address, oldest first. @param email in lower case */
export const selectDocumentsOf = (db: Db, email: string): Promise<{ document: string }[]> =>
  db
    .selectFrom('invoices')
    .select('document')
    .where('client_email', '=', email)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
