import { z } from 'zod'
import { readLedger } from '~/domains/billing/operations.server'
import { creditBooking } from '~/domains/booking/payments/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { currencyName, moneyInput, parseMoney } from '~/platform/amounts'
import { type Db, transact } from '~/platform/db/database.server'
import { ALWAYS, checkbox, must, refuse, requiredSentence, text } from '~/platform/fields'
import { type FieldValues, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { exactMoney } from '~/platform/money'
import { isId } from '~/platform/text'
import { dateOf } from '~/platform/time'
import { creditNoteOf, type DocumentBase, grossOf, leftOf, partOf } from './document'
import { REASON_MAX } from './labels'
import { type InvoiceDocument, readDocument } from './model'
import { type Issued, type WriteDeps, writeDocument } from './operations.server'
import {
  freeCharges,
  type InvoiceRow,
  selectChargesOf,
  selectCreditNotes,
  selectInvoice,
  takeNumber,
} from './store.server'

type Line = InvoiceDocument['lines'][number]

const reason = () =>
  text({ max: REASON_MAX, what: 'the reason' }).check(
    must((typed) => typed !== '', requiredSentence('Reason')),
  )

/**
 * Issues a credit note for everything that is left of an invoice. Its charges can be on another invoice then, and are
 * owed as before.
 */
export async function creditInvoice(
  deps: WriteDeps,
  given: { id: string; sent: FieldValues },
): Promise<Issued> {
  const read = parseForm(z.object({ reason: reason() }), given.sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { studio } = await readSettings({ db: deps.db })
  return await transact(deps.db, async (tx, rollback): Promise<Issued> => {
    const number = await takeNumber(tx, 'credit-note')
    const found = await readCredited(tx, given.id)
    if (!found) return rollback({ ok: false, reason: 'missing' })
    const { row, invoice, left } = found
    if (row.credited_by) return rollback({ ok: true, id: row.credited_by })
    if (left.length === 0) return rollback({ ok: false, reason: 'nothing' })
    const base = baseOf(invoice, { number, issuedOn: dateOf(deps.clock.now(), studio.timeZone) })
    const document = creditNoteOf(base, { invoice, credited: left, reason: read.value.reason })
    const id = newId()
    await freeCharges(tx, row.id)
    await writeDocument(
      { ...deps, db: tx },
      { id, bookingId: row.booking_id, number, document, correctsId: row.id },
    )
    return { ok: true, id }
  })
}

/**
 * Issues a credit note for chosen lines of an invoice, or parts of them. The client owes that much less: the charges of
 * the lines change in the same transaction.
 * @param given.once the form's id, so that a form sent twice issues one
 * @param given.sent for each line by its id: `line.1` is "yes" if it's chosen, `amount.1` is what to credit, with tax
 */
export async function creditPart(
  deps: WriteDeps,
  given: { id: string; once: string; sent: FieldValues },
): Promise<Issued> {
  if (!isId(given.once)) return { ok: false, reason: 'missing' }
  const { studio } = await readSettings({ db: deps.db })
  return await transact(deps.db, async (tx, rollback): Promise<Issued> => {
    const number = await takeNumber(tx, 'credit-note')
    if (await selectInvoice(tx, given.once)) return rollback({ ok: true, id: given.once })
    const found = await readCredited(tx, given.id)
    if (!found) return rollback({ ok: false, reason: 'missing' })
    const { row, invoice, left } = found
    if (row.credited_by || left.length === 0) return rollback({ ok: false, reason: 'nothing' })
    const read = parseForm(partSchema(left, invoice), given.sent)
    if (!read.ok) return rollback({ ok: false, reason: 'refused', errors: read.errors })
    const base = baseOf(invoice, { number, issuedOn: dateOf(deps.clock.now(), studio.timeZone) })
    const document = creditNoteOf(base, { invoice, ...read.value })
    await writeDocument(
      { ...deps, db: tx },
      { id: given.once, bookingId: row.booking_id, number, document, creditsId: row.id },
    )
    const chargeOf = await chargesOfLines(tx, row, invoice)
    const parts = read.value.credited.flatMap((line) => {
      const chargeId = chargeOf.get(line.id)
      return chargeId === undefined ? [] : [{ chargeId, cents: grossOf(line) }]
    })
    await creditBooking({ ...deps, db: tx }, row.booking_id, { number: document.number, parts })
    return { ok: true, id: given.once }
  })
}

/** An invoice with its lines less what was credited; undefined: it isn't one. */
async function readCredited(db: Db, id: string) {
  const row = await selectInvoice(db, id)
  if (row?.kind !== 'invoice') return undefined
  const invoice = readDocument(row.document)
  const notes = await selectCreditNotes(db, [row.id])
  const left = leftOf(
    invoice,
    notes.map(({ document }) => readDocument(document)),
  )
  return { row, invoice, left }
}

/** What a document that corrects another one has from it. */
const baseOf = (invoice: InvoiceDocument, own: { number: number; issuedOn: string }): DocumentBase => ({
  ...{ currency: invoice.currency, reference: invoice.reference, subject: invoice.subject },
  ...{ seller: invoice.seller, buyer: invoice.buyer, look: invoice.look },
  ...own,
})

/** The charge of each line, by the line's id. An invoice has its charges in the order of the ledger. */
async function chargesOfLines(db: Db, row: InvoiceRow, { lines }: InvoiceDocument) {
  const { charges } = await readLedger({ db }, row.booking_id)
  const ids = (await selectChargesOf(db, [row.id])).get(row.id) ?? []
  const ordered = charges.filter(({ id }) => ids.includes(id))
  return new Map(lines.map(({ id }, at) => [id, ordered[at]?.id]))
}

/** The chosen parts of what is left of an invoice, and the reason. */
function partSchema(left: readonly Line[], { currency }: InvoiceDocument) {
  return z
    .object({
      line: z.object(Object.fromEntries(left.map(({ id }) => [id, checkbox()]))),
      amount: z.object(Object.fromEntries(left.map(({ id }) => [id, z.string()]))),
      reason: reason(),
    })
    .superRefine(({ line, amount }, context) => {
      const chosen = left.filter(({ id }) => line[id])
      if (chosen.length === 0) refuse(context, `line.${left[0]?.id}`, 'Choose at least one line.')
      for (const each of chosen) {
        const cents = parseMoney(amount[each.id] ?? '')
        if (cents === undefined || cents === 0)
          refuse(context, `amount.${each.id}`, `Enter the amount for “${each.name}” in ${currencyName()}.`)
        else if (cents > grossOf(each))
          refuse(
            context,
            `amount.${each.id}`,
            `“${each.name}” has ${exactMoney(grossOf(each), currency)} left to credit. Enter that or less.`,
          )
      }
    }, ALWAYS)
    .transform(({ line, amount, reason }) => ({
      reason,
      credited: left
        .filter(({ id }) => line[id])
        .map((each) => partOf(each, parseMoney(amount[each.id] ?? '') ?? 0)),
    }))
}

/** A line that can be credited, for the form. */
export interface CreditableLine {
  id: string
  name: string
  /** "$70.00", tax included. */
  left: string
  /** For a field of amounts. */
  amount: string
}

/** @param notes the documents of the invoice's credit notes */
export const creditableLines = (
  invoice: InvoiceDocument,
  notes: readonly InvoiceDocument[],
): CreditableLine[] =>
  leftOf(invoice, notes).map((line) => ({
    ...{ id: line.id, name: line.name },
    ...{ left: exactMoney(grossOf(line), invoice.currency), amount: moneyInput(grossOf(line)) },
  }))
