import { type Charge, chargeLabel, type Payment } from '~/domains/billing/model'
import { taxWithin } from '~/domains/billing/tax'
import type { Currency } from '~/platform/currencies'
import type { DocumentKind } from './labels'
import { type InvoiceDocument, numberLabel, SERIES } from './model'

/** What all kinds of documents say. */
export interface DocumentBase {
  number: number
  /** YYYY-MM-DD */
  issuedOn: string
  currency: Currency
  reference: string
  subject: string
  seller: InvoiceDocument['seller']
  buyer: InvoiceDocument['buyer']
  look?: InvoiceDocument['look']
}

const blank = (kind: DocumentKind, { number, ...base }: DocumentBase): InvoiceDocument => ({
  version: 1,
  ...base,
  kind,
  number: numberLabel({ series: SERIES[kind], number }),
  typeCode: kind === 'receipt' ? null : kind === 'invoice' ? '380' : '381',
  dueOn: null,
  corrects: null,
  lines: [],
  taxes: [],
  totals: { netCents: 0, taxCents: 0, grossCents: 0, paidCents: 0, dueCents: 0 },
  payment: null,
})

/** An invoice for charges whose amounts are known. @param nameOf what a line is called */
export function invoiceOf(
  base: DocumentBase,
  charges: readonly (Charge & { amountCents: number })[],
  { dueOn, nameOf = chargeLabel }: { dueOn: string; nameOf?: (charge: Charge) => string },
): InvoiceDocument {
  const lines = charges.map(
    (charge, at): Line => ({
      id: String(at + 1),
      name: nameOf(charge),
      quantity: 1,
      netCents: charge.amountCents - charge.tax.cents,
      tax: { category: charge.tax.rate > 0 ? 'S' : 'O', ...charge.tax },
    }),
  )
  const paidCents = sum(charges.map((charge) => charge.paidCents))
  return { ...blank('invoice', base), dueOn, lines, ...sumsOf(lines, paidCents) }
}

type Line = InvoiceDocument['lines'][number]

/** What a line asks for, tax included, in minor units. */
export const grossOf = ({ netCents, tax }: Line): number => netCents + tax.cents

/** The lines of an invoice with what its credit notes left of them. @param notes in any order */
export const leftOf = (
  invoice: Pick<InvoiceDocument, 'lines'>,
  notes: readonly Pick<InvoiceDocument, 'lines'>[],
): Line[] => {
  const credited = Map.groupBy(
    notes.flatMap(({ lines }) => lines),
    ({ id }) => id,
  )
  return invoice.lines
    .map((line) => (credited.get(line.id) ?? []).reduce(plus, line))
    .filter((line) => grossOf(line) > 0)
}

/**
 * A part of what is left of a line. What then remains has the tax that it contains, rounded like that of any charge, and
 * the part has the rest of the tax. So all parts of a line have exactly its tax.
 * @param cents tax included; at most what is left
 */
export function partOf(left: Line, cents: number): Line {
  const taxCents = left.tax.cents - taxWithin(grossOf(left) - cents, left.tax).cents
  return { ...left, netCents: cents - taxCents, tax: { ...left.tax, cents: taxCents } }
}

const plus = (line: Line, { netCents, tax }: Line): Line => ({
  ...line,
  netCents: line.netCents + netCents,
  tax: { ...line.tax, cents: line.tax.cents + tax.cents },
})

/** A credit note. @param credited lines of an invoice, or parts of them */
export const creditNoteOf = (
  base: DocumentBase,
  { invoice, credited, reason }: { invoice: InvoiceDocument; credited: readonly Line[]; reason: string },
): InvoiceDocument => {
  const lines = credited.map((line) => ({
    ...line,
    netCents: 0 - line.netCents,
    tax: { ...line.tax, cents: 0 - line.tax.cents },
  }))
  const corrects = { number: invoice.number, issuedOn: invoice.issuedOn, reason }
  return { ...blank('credit-note', base), corrects, lines, ...sumsOf(lines, 0) }
}

/** A receipt for a payment, or with a negative amount for a refund. */
export function receiptOf(base: DocumentBase, payment: Payment, method: string): InvoiceDocument {
  const cents = payment.kind === 'refund' ? -payment.amountCents : payment.amountCents
  const totals = { netCents: 0, taxCents: 0, grossCents: 0, paidCents: cents, dueCents: 0 }
  return { ...blank('receipt', base), totals, payment: { date: payment.receivedOn, method, cents } }
}

function sumsOf(lines: readonly Line[], paidCents: number): Pick<InvoiceDocument, 'taxes' | 'totals'> {
  const byRate = Map.groupBy(lines, ({ tax: { category, name, rate } }) =>
    JSON.stringify([category, name, rate]),
  )
  const taxes = [...byRate.values()].map((same) => {
    const { category, name, rate } = same[0]?.tax ?? { category: 'O' as const, name: '', rate: 0 }
    const netCents = sum(same.map((line) => line.netCents))
    return { category, name, rate, cents: sum(same.map(({ tax }) => tax.cents)), netCents }
  })
  const netCents = sum(lines.map((line) => line.netCents))
  const taxCents = sum(taxes.map(({ cents }) => cents))
  const grossCents = netCents + taxCents
  return { taxes, totals: { netCents, taxCents, grossCents, paidCents, dueCents: grossCents - paidCents } }
}

// Without -0, which JSON can't keep.
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
