import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changePrice } from '~/domains/billing/operations.server'
import { withTax } from '~/domains/billing/tax'
import { STILL_OWED } from '~/domains/booking/payments/model'
import { readSettings } from '~/domains/content/operations.server'
import { taxRulesOf } from '~/domains/content/tax-rules'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { author, config, open } from '../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../test/support/database'
import { putSetting } from '../../../test/support/factories'
import { readPdf } from '../../../test/support/pdf'
import { testSettings } from '../../../test/support/settings'
import { creditInvoice, creditPart } from './credits.server'
import { creditNoteOf, grossOf, invoiceOf, leftOf, partOf } from './document'
import { type InvoiceDocument, invoiceDocument } from './model'
import { issueInvoice } from './operations.server'
import { drawDocument } from './pdf.server'
import { exportInvoices, readTotals } from './period.server'
import { readInvoice, readInvoiceRoom } from './reading.server'

/** An issued invoice for a session of $285 without tax, and an album of $120 with 6.625%. */
async function issued(db: Db) {
  const { deps: base, book } = await open(db)
  const deps = { ...base, config: { ...config, smtpUrl: 'smtp://127.0.0.1:1' }, author }
  await putSetting(db, 'policies', {
    ...testSettings.policies,
    taxRate: 0.06625,
    taxes: { ...testSettings.policies.taxes, extras: true },
  })
  const booking = await book()
  await booking.add('Album', '120')
  const once = newId()
  const invoice = await issueInvoice(deps, { bookingId: booking.id, once, sent: { dueOn: '2026-12-05' } })
  expect(invoice).toEqual({ ok: true, id: once })
  const part = (amounts: Record<string, string>, form = newId(), reason = 'Canceled') =>
    creditPart(deps, {
      ...{ id: once, once: form },
      sent: {
        reason,
        ...Object.fromEntries(
          Object.entries(amounts).flatMap(([line, amount]) => [
            [`line.${line}`, 'yes'],
            [`amount.${line}`, amount],
          ]),
        ),
      },
    })
  const read = async (id = once) => (await readInvoice(deps, id)) ?? expect.fail('no invoice')
  const cancel = () => creditInvoice(deps, { id: once, sent: { reason: 'Wrong name' } })
  return { deps, booking, id: once, part, read, cancel }
}

describeOnBothEngines('credit notes for a part of an invoice', (openDb) => {
  test('take the chosen amounts off what is owed, with their tax, on the document, the booking and the totals', async () => {
    const { db } = await openDb()
    const { deps, booking, part, read } = await issued(db)
    const before = await booking.balance()
    expect((await read()).creditable.map(({ name, left }) => [name, left])).toEqual([
      [expect.stringContaining('on Saturday, December 5, 2026'), '$285.00'],
      ['Album', '$127.95'],
    ])
    const credited = await part({ 1: '50', 2: '27.95' })
    const note = await read(credited.ok ? credited.id : '')
    // Of the album's $7.95, $6.21 are the tax that $100 contain.
    expect(note.document).toMatchObject({
      ...{ number: 'CN-0001', typeCode: '381', corrects: { number: 'INV-0001', reason: 'Canceled' } },
      lines: [
        { id: '1', netCents: -5_000, tax: { cents: 0 } },
        { id: '2', name: 'Album', netCents: -2_621, tax: { rate: 6_625, cents: -174 } },
      ],
      totals: { netCents: -7_621, taxCents: -174, grossCents: -7_795, dueCents: -7_795 },
    })
    expect((await booking.balance()).open).toBe((before.open ?? 0) - 7_795)
    const invoice = await read()
    expect(invoice).toMatchObject({
      ...{ status: 'open', creditNotes: [{ number: 'CN-0001', amount: '−$77.95' }] },
      creditable: [{ left: '$235.00' }, { left: '$100.00' }],
      document: { totals: { grossCents: 41_295 } },
    })
    expect((await booking.studioView()).facts).toContainEqual({ label: 'Credited', value: '−$50' })
    expect((await booking.view()).money).toContainEqual(['Credited', '−$50'])
    expect(await db.selectFrom('booking_fees').select('amount_cents').execute()).toEqual([
      { amount_cents: 10_000 },
    ])
    const year = { from: '2026-01-01', until: '2026-12-31' }
    const [sums] = (await readTotals(deps, year)).sums
    expect(sums).toMatchObject({ net: '$328.79', tax: '$6.21', total: '$335.00', open: '$335.00' })
    const csv = (await Array.fromAsync(exportInvoices(deps, year))).join('')
    expect(csv).toContain(',-76.21,-1.74,-77.95,')
    await booking.pay('balance', '335')
    expect((await read()).status).toBe('paid')
    const after = (await Array.fromAsync(exportInvoices(deps, year))).join('')
    expect(after).toContain(',335.00,0.00,')
    await booking.pay('refund', '35', STILL_OWED)
    expect((await Array.fromAsync(exportInvoices(deps, year))).join('')).toContain(',300.00,35.00,')
    const brand = { name: 'DE Photography', initials: ['D', 'E'] as const, accent: '#c4200c' }
    const { pages } = await readPdf(await drawDocument(note.document, { brand, issuedAt: 0 }))
    for (const words of ['Credit note CN-0001', 'Invoice INV-0001', 'Album', '−$26.21', '−$77.95'])
      expect(pages[0]).toContain(words)
  })

  test('what was paid already is overpaid after that, and a fee credited in full isn’t owed or invoiced again', async () => {
    const { db } = await openDb()
    const { deps, booking, part, read } = await issued(db)
    await booking.pay('balance', '412.95')
    expect(await part({ 2: '127.95' })).toMatchObject({ ok: true })
    expect(await booking.balance()).toMatchObject({ open: 0, over: 12_795, fees: 0 })
    expect((await read()).creditable).toMatchObject([{ id: '1' }])
    expect((await readInvoiceRoom(deps, booking.id))?.next).toBeNull()
    expect(await part({ 1: '285' })).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ status: 'credited', creditable: [] })
    expect(await booking.balance()).toMatchObject({ open: 0, over: 41_295, credited: 28_500 })
    expect(await part({ 1: '1' })).toEqual({ ok: false, reason: 'nothing' })
  })

  test('of a price that a signed proposal replaces don’t lower the new price, and aren’t among its lines', async () => {
    const { db } = await openDb()
    const { deps, booking, part } = await issued(db)
    expect(await part({ 1: '50' })).toMatchObject({ ok: true })
    const rules = taxRulesOf(await readSettings({ db }))
    await transact(db, (tx) => changePrice({ ...deps, db: tx }, booking.id, 60_000, rules))
    expect(await booking.balance()).toMatchObject({ open: 60_000 + 12_795, credited: 0 })
    expect((await booking.view()).money.map(([label]) => label)).not.toContain('Credited')
  })

  test('never credit more than the invoice, however many are issued at once, and a form once', async () => {
    const { db } = await openDb()
    const { booking, part, read } = await issued(db)
    const form = newId()
    const repeated = await Promise.all([part({ 1: '100' }, form), part({ 1: '100' }, form)])
    expect(repeated).toEqual([
      { ok: true, id: form },
      { ok: true, id: form },
    ])
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => part({ 1: '50' })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      ...{ reason: 'refused', errors: { 'amount.1': expect.stringContaining('$35.00 left') } },
    })
    expect((await read()).creditNotes.map(({ number }) => number)).toEqual([
      ...['CN-0001', 'CN-0002', 'CN-0003', 'CN-0004'],
    ])
    expect((await booking.balance()).open).toBe(41_295 - 25_000)
    // The database refuses it by itself, too.
    const note = await db
      .selectFrom('invoices')
      .selectAll()
      .where('label', '=', 'CN-0004')
      .executeTakeFirstOrThrow()
    const more = { ...note, id: newId(), number: 9, label: 'CN-0009', net_cents: -16_296 }
    await expect(db.insertInto('invoices').values(more).execute()).rejects.toThrow('invoices_credited_once')
    const whole = { ...more, credits_id: null, corrects_id: note.credits_id }
    await expect(db.insertInto('invoices').values(whole).execute()).rejects.toThrow('invoices_credited_once')
  })

  test('are refused without a line, an amount or a reason, and with an amount that isn’t left', async () => {
    const { db } = await openDb()
    const { part, read } = await issued(db)
    const errorsOf = async (amounts: Record<string, string>, reason?: string) => {
      const outcome = await part(amounts, newId(), reason)
      return !outcome.ok && outcome.reason === 'refused' ? Object.keys(outcome.errors) : outcome
    }
    expect(await errorsOf({})).toEqual(['line.1'])
    for (const amount of ['', '0', '-5', '1.999', '285.01', '9999999999', 'NaN'])
      expect(await errorsOf({ 1: amount })).toEqual(['amount.1'])
    expect(await errorsOf({ 1: '5' }, ' ')).toEqual(['reason'])
    expect(await errorsOf({ 1: '999', 2: '999' }, '')).toEqual(['reason', 'amount.1', 'amount.2'])
    expect(await errorsOf({ 9: '5' })).toEqual(['line.1'])
    expect((await read()).creditNotes).toEqual([])
  })

  test('leave the rest to a later credit note for the whole invoice, whose charges can be invoiced again', async () => {
    const { db } = await openDb()
    const { deps, booking, part, read, cancel } = await issued(db)
    await part({ 2: '27.95' })
    const canceled = await cancel()
    const note = await read(canceled.ok ? canceled.id : '')
    expect(note.document.totals).toMatchObject({ grossCents: -38_500, taxCents: -621 })
    expect(await read()).toMatchObject({ status: 'credited', creditable: [] })
    expect(await part({ 1: '1' })).toEqual({ ok: false, reason: 'nothing' })
    expect(await cancel()).toEqual(canceled)
    const next = { bookingId: booking.id, once: newId(), sent: { dueOn: '2026-12-05' } }
    expect(await issueInvoice(deps, next)).toMatchObject({ ok: true })
    expect((await read(next.once)).document.totals).toMatchObject({ grossCents: 38_500, taxCents: 621 })
  })

  test('are asked for when the session is canceled, since nothing of the invoice is paid then', async () => {
    const { db } = await openDb()
    const { booking, read, cancel } = await issued(db)
    await booking.decide('cancel')
    const [fee] = (await booking.studioView()).payments.fees
    await booking.waive(fee?.id ?? '')
    expect((await booking.balance()).open).toBe(0)
    expect((await read()).status).toBe('ended')
    await cancel()
    expect((await read()).status).toBe('credited')
  })

  test('correct the document alone where the client doesn’t owe it anymore', async () => {
    const { db } = await openDb()
    const { booking, part, read } = await issued(db)
    const [fee] = (await booking.studioView()).payments.fees
    await booking.waive(fee?.id ?? '')
    const { open } = await booking.balance()
    expect(await part({ 2: '127.95' })).toMatchObject({ ok: true })
    expect((await booking.balance()).open).toBe(open)
    expect((await read()).creditNotes).toHaveLength(1)
  })
})

test('any parts of any lines have no more than the lines in sum, and all of them exactly their tax', () => {
  const price = fc.integer({ min: 1, max: 90_000_000 })
  const line = fc.record({ price, rate: fc.constantFrom(0, 6_625, 19_000) })
  const credit = fc.record({ line: fc.nat(7), share: fc.integer({ min: 1, max: 100 }) })
  const party = { name: 'Ann', email: 'ann@example.com', phone: '' }
  const address = { street: '', locality: 'A', region: 'NJ', postalCode: '1', country: 'US' }
  const base = {
    ...{
      number: 7,
      issuedOn: '2026-11-20',
      currency: 'USD' as const,
      reference: 'DE-1',
      subject: 'A session',
    },
    ...{ seller: { ...party, address, taxId: '' }, buyer: party },
  }
  const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.array(credit, { maxLength: 12 }),
      fc.boolean(),
      (lines, credits, isIncluded) => {
        const charges = lines.map(({ price, rate }, at) => ({
          ...{ id: String(at), kind: 'other' as const, title: `Fee ${at}`, currency: 'USD' as const },
          ...{ paidCents: 0, creditedCents: 0, chargedAt: 0, endsWithBooking: false, voided: null },
          ...withTax('other', price, { name: 'Sales tax', rate, isIncluded, kinds: ['other'] }),
        }))
        const invoice = invoiceOf(base, charges, { dueOn: '2026-12-05' })
        const notes: InvoiceDocument[] = []
        const note = (credited: typeof invoice.lines) =>
          notes.push(creditNoteOf(base, { invoice, credited, reason: 'A reason' }))
        for (const { line: at, share } of credits) {
          const left = leftOf(invoice, notes)
          const each = left[at % left.length]
          if (!each) break
          const part = partOf(each, Math.max(1, Math.floor((grossOf(each) * share) / 100)))
          expect(part.tax.cents).toBeGreaterThanOrEqual(0)
          expect(part.netCents).toBeGreaterThanOrEqual(0)
          note([part])
          for (const rest of leftOf(invoice, notes))
            expect(rest.tax).toEqual({
              ...rest.tax,
              ...withTax('other', grossOf(rest), { ...rest.tax, isIncluded: true, kinds: ['other'] }).tax,
            })
        }
        const credited = () => sum(notes.map(({ totals }) => -totals.grossCents))
        expect(credited()).toBeLessThanOrEqual(invoice.totals.grossCents)
        note(leftOf(invoice, notes))
        expect(leftOf(invoice, notes)).toEqual([])
        expect(credited()).toBe(invoice.totals.grossCents)
        expect(sum(notes.map(({ totals }) => -totals.taxCents))).toBe(invoice.totals.taxCents)
        for (const each of notes) expect(invoiceDocument.parse(each)).toEqual(each)
      },
    ),
  )
})
