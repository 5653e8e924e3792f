import { z } from 'zod'
import { receivedByMonth } from '~/domains/billing/operations.server'
import { taxLabel } from '~/domains/billing/tax'
import { readSettings } from '~/domains/content/operations.server'
import { decimalMoney } from '~/platform/amounts'
import type { Clock } from '~/platform/clock'
import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import type { Currency } from '~/platform/currencies'
import type { Db } from '~/platform/db/database.server'
import { exactMoney } from '~/platform/money'
import type { Storage } from '~/platform/storage/storage.server'
import { dateOf, monthLabel } from '~/platform/time'
import { type ZippedFile, zipOf } from '~/platform/zip/zip-stream.server'
import { KIND_LABELS, STATUS_LABELS } from './labels'
import { renderDocument } from './pdf.server'
import { type FoundInvoice, findInvoices } from './reading.server'

interface Deps {
  db: Db
  clock: Clock
}

const isDate = (text: string): boolean => z.iso.date().safeParse(text).success

/** YYYY-MM-DD, both included. */
export interface Period {
  from: string
  until: string
}

/** The period in an address; by default the current year so far. */
export async function readPeriod(
  { db, clock }: Deps,
  { from, until }: { from: string | null; until: string | null },
): Promise<Period> {
  const { studio } = await readSettings({ db })
  const today = dateOf(clock.now(), studio.timeZone)
  if (isDate(from ?? '') && isDate(until ?? '') && String(from) <= String(until))
    return { from: String(from), until: String(until) }
  return { from: `${today.slice(0, 4)}-01-01`, until: today }
}

export interface Totals {
  /** By month, and by currency if there are several. Amounts are labels. */
  months: { month: string; net: string; tax: string; total: string; received: string }[]
  /** Of each currency: all months, and what is open and overdue of their invoices. */
  sums: { net: string; tax: string; total: string; received: string; open: string; overdue: string }[]
}

interface Sums {
  net: number
  tax: number
  received: number
  open: number
  overdue: number
}

/** What was invoiced, less credit notes, and what was received, less refunds. */
export async function readTotals(deps: Deps, period: Period): Promise<Totals> {
  const months = new Map<string, Sums>()
  const of = (month: string, currency: string): Sums => {
    const key = `${month} ${currency}`
    const sums = months.get(key) ?? { net: 0, tax: 0, received: 0, open: 0, overdue: 0 }
    months.set(key, sums)
    return sums
  }
  for await (const { row, status, openCents } of documentsIn(deps, period)) {
    if (row.kind === 'receipt') continue
    const sums = of(row.issued_on.slice(0, 7), row.currency)
    sums.net += row.net_cents
    sums.tax += row.tax_cents
    if (status === 'open' || status === 'overdue') sums.open += openCents
    if (status === 'overdue') sums.overdue += openCents
  }
  for (const { month, currency, cents } of await receivedByMonth(deps, period))
    of(month, currency).received += cents
  const byMonth = [...months].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const byCurrency = Map.groupBy(byMonth, ([key]) => key.slice(8) as Currency)
  return {
    months: byMonth.map(([key, sums]) => ({
      month: monthLabel(key.slice(0, 7)),
      ...labels(sums, key.slice(8) as Currency),
    })),
    sums: [...byCurrency].map(([currency, given]) => {
      const add = (pick: (sums: Sums) => number) => given.reduce((all, [, sums]) => all + pick(sums), 0)
      const sums = {
        net: add(({ net }) => net),
        tax: add(({ tax }) => tax),
        received: add((s) => s.received),
      }
      return {
        ...labels(sums, currency),
        open: exactMoney(
          add(({ open }) => open),
          currency,
        ),
        overdue: exactMoney(
          add(({ overdue }) => overdue),
          currency,
        ),
      }
    }),
  }
}

const labels = ({ net, tax, received }: Pick<Sums, 'net' | 'tax' | 'received'>, currency: Currency) => ({
  net: exactMoney(net, currency),
  tax: exactMoney(tax, currency),
  total: exactMoney(net + tax, currency),
  received: exactMoney(received, currency),
})

const AT_ONCE = 200

/** Every document of a period, the newest first. */
async function* documentsIn(deps: Deps, { from, until }: Period): AsyncGenerator<FoundInvoice> {
  for (let before: { issuedOn: string; id: string } | null = null; ; ) {
    const found: FoundInvoice[] = await findInvoices(deps, { from, until, before, limit: AT_ONCE })
    yield* found
    const last = found.at(-1)?.row
    if (!last || found.length < AT_ONCE) return
    before = { issuedOn: last.issued_on, id: last.id }
  }
}

/** The documents of a period as a CSV file, one line each. */
export async function* exportInvoices(deps: Deps, period: Period): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title))
  for await (const found of documentsIn(deps, period)) yield csvLine(COLUMNS.map(([, value]) => value(found)))
}

const COLUMNS: [title: string, value: (found: FoundInvoice) => string][] = [
  ['Number', ({ row }) => row.label],
  ['Type', ({ row }) => KIND_LABELS[row.kind]],
  ['Date', ({ row }) => row.issued_on],
  ['Due', ({ row }) => row.due_on],
  ['Status', ({ status }) => STATUS_LABELS[status]],
  ['Client', ({ row }) => row.client_name],
  ['Email', ({ row }) => row.client_email],
  ['Booking', ({ document }) => document.reference],
  ['Currency', ({ row }) => row.currency],
  ['Net', ({ row }) => decimalMoney(row.net_cents)],
  ['Tax', ({ row }) => decimalMoney(row.tax_cents)],
  ['Total', ({ row }) => decimalMoney(row.net_cents + row.tax_cents)],
  [
    'Taxes',
    ({ document }) =>
      document.taxes
        .filter(({ rate }) => rate > 0)
        .map((tax) => `${taxLabel(tax)} on ${decimalMoney(tax.netCents)}: ${decimalMoney(tax.cents)}`)
        .join('; '),
  ],
  ['Received', ({ document: { payment }, paidCents }) => decimalMoney(payment?.cents ?? paidCents)],
  ['Open', ({ openCents }) => decimalMoney(openCents)],
  ['Corrects', ({ document }) => document.corrects?.number ?? ''],
]

/** The same file with the PDF of each document, as a ZIP archive. */
export async function* zipInvoices(
  deps: Deps & { storage: Storage },
  period: Period,
): AsyncGenerator<Uint8Array> {
  yield* zipOf(filesIn(deps, period))
}

async function* filesIn(deps: Deps & { storage: Storage }, period: Period): AsyncGenerator<ZippedFile> {
  const lines: string[] = []
  for await (const line of exportInvoices(deps, period)) lines.push(line)
  const csv = Buffer.from(lines.join(''))
  yield { name: 'invoices.csv', at: deps.clock.now(), open: () => [csv] }
  for await (const { row, document } of documentsIn(deps, period)) {
    const pdf = await renderDocument(deps, { document, issuedAt: row.issued_at })
    yield { name: `${row.label}.pdf`, at: row.issued_at, open: () => [pdf] }
  }
}
