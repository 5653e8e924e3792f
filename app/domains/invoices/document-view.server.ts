import { rateLabel, taxLabel } from '~/domains/billing/tax'
import type { Currency } from '~/platform/currencies'
import { addressLine } from '~/platform/mail/email-branding'
import { exactMoney } from '~/platform/money'
import { longDate } from '~/platform/time'
import { KIND_LABELS } from './labels'
import type { InvoiceDocument } from './model'

/** A document as finished text, for its page and its PDF. */
export interface DocumentView {
  /** "Invoice INV-0001" */
  title: string
  facts: [label: string, value: string][]
  parties: { heading: string; lines: string[] }[]
  /** Whether a line is taxed. Otherwise the tables have no column for it. */
  hasTax: boolean
  /** On receipts none. */
  lines: { name: string; tax: string; amount: string }[]
  totals: { label: string; amount: string; strong: boolean }[]
}

export function documentView(document: InvoiceDocument): DocumentView {
  const { kind, seller, buyer, lines, totals, taxes, payment, currency } = document
  const amount = (cents: number) => exactMoney(cents, currency)
  const strong = (label: string, cents: number) => ({ label, amount: amount(cents), strong: true })
  const plain = (label: string, cents: number) => ({ label, amount: amount(cents), strong: false })
  const isPartlyPaid = totals.paidCents > 0
  return {
    title: `${KIND_LABELS[kind]} ${document.number}`,
    facts: factsOf(document),
    parties: [
      {
        heading: 'From',
        lines: [
          seller.name,
          addressLine(seller.address),
          seller.email,
          seller.phone,
          seller.taxId === '' ? '' : `Tax ID: ${seller.taxId}`,
        ].filter(Boolean),
      },
      { heading: 'To', lines: [buyer.name, buyer.email, buyer.phone].filter(Boolean) },
    ],
    hasTax: lines.some(({ tax }) => tax.rate > 0),
    lines: lines.map(({ name, tax, netCents }) => ({
      ...{ name, tax: tax.rate > 0 ? rateLabel(tax.rate) : 'None', amount: amount(netCents) },
    })),
    totals: payment
      ? [strong(payment.cents < 0 ? 'Refunded' : 'Received', payment.cents)]
      : [
          ...(totals.taxCents === 0 ? [] : [plain('Subtotal', totals.netCents)]),
          ...taxes.filter(({ rate }) => rate > 0).map((tax) => plain(taxLabel(tax), tax.cents)),
          strong('Total', totals.grossCents),
          ...(isPartlyPaid ? [plain('Paid', -totals.paidCents), strong('Balance due', totals.dueCents)] : []),
        ],
  }
}

function factsOf({ kind, issuedOn, dueOn, reference, subject, corrects, payment }: InvoiceDocument) {
  const facts: [string, string][] = [
    ['Date', longDate(issuedOn)],
    ['Due', dueOn ? longDate(dueOn) : ''],
    ['For', subject],
    ['Booking', reference],
    ['Corrects', corrects ? `Invoice ${corrects.number} of ${longDate(corrects.issuedOn)}` : ''],
    ['Reason', corrects?.reason ?? ''],
    [payment && payment.cents < 0 ? 'Refunded on' : 'Received on', payment ? longDate(payment.date) : ''],
    ['Method', kind === 'receipt' ? (payment?.method ?? '') : ''],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** The amount that a list shows. */
export const amountOf = ({ totals, payment, currency }: InvoiceDocument): string =>
  exactMoney(payment ? payment.cents : totals.grossCents, currency as Currency)
