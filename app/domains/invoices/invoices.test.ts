import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { withTax } from '~/domains/billing/tax'
import { listPayments } from '~/domains/booking/manage/payment-list.server'
import { brandKey } from '~/domains/content/brand-files'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { author, config, open } from '../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../test/support/database'
import { putSetting } from '../../../test/support/factories'
import { queuedMail } from '../../../test/support/outbox'
import { readPdf } from '../../../test/support/pdf'
import { testSettings } from '../../../test/support/settings'
import { creditInvoice } from './credits.server'
import { invoiceOf } from './document'
import { emailInvoice, replaceInvoiceLink } from './emailing.server'
import { followInvoiceLink } from './links.server'
import { invoiceDocument, readDocument } from './model'
import { issueInvoice, issueReceipt } from './operations.server'
import { renderDocument } from './pdf.server'
import {
  bookingsByNumber,
  listClientDocuments,
  listInvoices,
  readInvoice,
  readInvoiceRoom,
} from './reading.server'
import { deleteInvoices } from './store.server'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function emptyStorage() {
  const folder = await mkdtemp(join(tmpdir(), 'invoices-'))
  folders.push(folder)
  return folderStorage(folder)
}

async function opened(db: Db) {
  const { deps: base, book } = await open(db)
  const deps = { ...base, config: { ...config, smtpUrl: 'smtp://127.0.0.1:1' }, author }
  const issue = (bookingId: string, once = newId(), dueOn = '2026-12-05') =>
    issueInvoice(deps, { bookingId, once, sent: { dueOn } })
  const credit = (id: string, reason = 'Wrong amount') => creditInvoice(deps, { id, sent: { reason } })
  const read = async (id: string) => (await readInvoice(deps, id)) ?? expect.fail('no invoice')
  return { deps, book, issue, credit, read }
}

describeOnBothEngines('invoices', (openDb, engine) => {
  test('100 issued at the same time have the numbers 1 to 100, and refused ones take none', async () => {
    const { db } = await openDb()
    const { book, issue } = await opened(db)
    const bookings = await Promise.all(
      Array.from({ length: 100 }, (_, at) => book({ session_date: Date.UTC(2027, 0, 1 + at, 15) })),
    )
    const outcomes = await Promise.all(
      bookings.flatMap(({ id }, at) => (at % 5 === 0 ? [issue(id), issue(id)] : [issue(id)])),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(100)
    expect(outcomes.filter((each) => !each.ok)).toEqual(
      Array.from({ length: 20 }, () => ({ ok: false, reason: 'nothing' })),
    )
    const rows = await db.selectFrom('invoices').select(['number', 'label']).orderBy('number').execute()
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
    expect(rows[99]?.label).toBe('INV-0100')
  }, 60_000)

  test('say what was true when they were issued, and the database refuses to change or delete them', async () => {
    const { db } = await openDb()
    const { deps, book, issue, read } = await opened(db)
    const booking = await book({ travel_fee_cents: 4_000 })
    await booking.pay('deposit', '75')
    const once = newId()
    expect(await Promise.all([issue(booking.id, once), issue(booking.id, once)])).toEqual([
      ...[
        { ok: true, id: once },
        { ok: true, id: once },
      ],
    ])
    const { document, view, status } = await read(once)
    expect(document).toMatchObject({
      ...{ number: 'INV-0001', typeCode: '380', issuedOn: '2026-11-20', dueOn: '2026-12-05' },
      buyer: { name: 'Ann Lee', email: 'ann@example.com' },
      totals: { netCents: 32_500, taxCents: 0, grossCents: 32_500, paidCents: 7_500, dueCents: 25_000 },
    })
    expect(view.totals.map(({ label, amount }) => [label, amount])).toEqual([
      ['Total', '$325.00'],
      ['Paid', '−$75.00'],
      ['Balance due', '$250.00'],
    ])
    expect(status).toBe('open')
    await booking.pay('balance', '250')
    expect(await read(once)).toMatchObject({ status: 'paid', document })
    const change = db.updateTable('invoices').set({ client_name: 'Someone' }).execute()
    await expect(change).rejects.toThrow('invoices_unchanged')
    await expect(db.deleteFrom('invoices').execute()).rejects.toThrow()
    expect(await issue(booking.id)).toEqual({ ok: false, reason: 'nothing' })
    await booking.add('Album', '120')
    const second = await issue(booking.id)
    expect(second).toMatchObject({ ok: true })
    expect((await readInvoiceRoom(deps, booking.id))?.next).toBeNull()
    expect(
      (await listInvoices(deps, { kind: 'invoice', search: 'ann inv-0002' }, null)).entries,
    ).toMatchObject([{ number: 'INV-0002', amount: '$120.00', status: 'open' }])
    expect(await db.transaction().execute((tx) => deleteInvoices(tx as never, deps.clock.now() + 1, 9))).toBe(
      2,
    )
  })

  test('find the money of their booking by their number, whatever else it’s searched for', async () => {
    const { db } = await openDb()
    const { deps, book, issue } = await opened(db)
    const [open, paid] = [await book(), await book({ session_date: Date.UTC(2027, 0, 2, 15) })]
    for (const { id } of [open, paid]) await issue(id)
    await paid.pay('balance', '285')
    const found = async (search: string, view: 'open' | 'paid' = 'open') => {
      const numbered = await bookingsByNumber(deps, search)
      const { lines } = await listPayments(deps, { view, search, numbered }, null)
      return lines.map(({ id }) => id)
    }
    for (const search of ['INV-0001', 'inv 1', ' 0001', '1']) expect(await found(search)).toEqual([open.id])
    expect(await found('inv-0002', 'paid')).toEqual([paid.id])
    for (const search of ['INV-0002', 'CN-0001', 'INV-0003', '0', '%'])
      expect(await found(search)).toEqual([])
  })

  test('are corrected by one credit note, after which their charges can be invoiced again', async () => {
    const { db } = await openDb()
    const { deps, book, issue, credit, read } = await opened(db)
    const booking = await book()
    const issued = await issue(booking.id)
    const id = issued.ok ? issued.id : ''
    expect(await credit(id, ' ')).toMatchObject({ reason: 'refused', errors: { reason: expect.any(String) } })
    const credits = await Promise.all([credit(id), credit(id)])
    expect(new Set(credits.map((each) => JSON.stringify(each))).size).toBe(1)
    const [first] = credits
    const creditId = first?.ok ? first.id : ''
    expect((await read(creditId)).document).toMatchObject({
      ...{ number: 'CN-0001', typeCode: '381' },
      corrects: { number: 'INV-0001', issuedOn: '2026-11-20', reason: 'Wrong amount' },
      totals: { grossCents: -28_500 },
    })
    expect(await read(id)).toMatchObject({
      status: 'credited',
      creditNotes: [{ id: creditId, number: 'CN-0001' }],
    })
    expect(await credit(creditId)).toEqual({ ok: false, reason: 'missing' })
    expect(await issue(booking.id)).toMatchObject({ ok: true })
    const { entries } = await listInvoices(deps, { kind: null, search: '' }, null)
    expect(entries.map(({ number }) => number).toSorted()).toEqual(['CN-0001', 'INV-0001', 'INV-0002'])
  })

  test('a payment has one receipt, which says when the payment was voided', async () => {
    const { db } = await openDb()
    const { deps, book, read } = await opened(db)
    const booking = await book()
    await booking.pay('deposit', '75')
    const paymentId = (await booking.studioView()).payments.entries[0]?.id ?? ''
    const receipt = () => issueReceipt(deps, { bookingId: booking.id, paymentId })
    const [first, second] = await Promise.all([receipt(), receipt()])
    expect(first).toEqual(second)
    const id = first.ok ? first.id : ''
    const { view, status } = await read(id)
    expect([view.title, status, view.totals[0]]).toEqual([
      ...['Receipt RCT-0001', 'issued'],
      { label: 'Received', amount: '$75.00', strong: true },
    ])
    await booking.void(paymentId)
    expect((await read(id)).status).toBe('voided')
    expect(await issueReceipt(deps, { bookingId: booking.id, paymentId: newId() })).toEqual({
      ...{ ok: false, reason: 'missing' },
    })
  })

  test('clients open them by an emailed link, until it’s replaced', async () => {
    const { db } = await openDb()
    const { deps, book, issue, read } = await opened(db)
    const booking = await book()
    const issued = await issue(booking.id)
    const id = issued.ok ? issued.id : ''
    const once = newId()
    expect(await emailInvoice(deps, id, 'again')).toEqual({ ok: false, reason: 'missing' })
    // The same form, sent twice at once and again later, and then another one.
    const form = () => emailInvoice(deps, id, once)
    expect(await Promise.all([form(), form()])).toEqual([{ ok: true }, { ok: true }])
    await form()
    const emails = async () => (await queuedMail(db)).filter(({ kind }) => kind === 'invoice')
    expect(await emails()).toHaveLength(1)
    await emailInvoice(deps, id, newId())
    expect(await emails()).toHaveLength(2)
    const [mail] = await emails()
    const [, token = ''] = /\/i\/([\w-]+)/.exec(mail?.text ?? '') ?? []
    expect((await read(id)).mail).toMatchObject({ state: 'queued' })
    expect(await followInvoiceLink(deps, token)).toMatchObject({ id })
    expect(await listClientDocuments(deps, [booking.id])).toMatchObject([
      { title: 'Invoice INV-0001', amount: '$285.00', link: `/i/${token}` },
    ])
    expect(await replaceInvoiceLink(deps, { id, version: 1 })).toEqual({ ok: true })
    expect(await replaceInvoiceLink(deps, { id, version: 1 })).toMatchObject({ reason: 'changed-since' })
    expect(await followInvoiceLink(deps, token)).toBeUndefined()
    expect(await followInvoiceLink(deps, `${token.slice(0, -1)}A`)).toBeUndefined()
  })

  if (engine === 'sqlite')
    test('the PDF has the words of the document', async () => {
      const { db } = await openDb()
      const { book, issue, read } = await opened(db)
      const issued = await issue((await book()).id)
      const { document } = await read(issued.ok ? issued.id : '')
      const { pages, title, tags } = await readPdf(
        await renderDocument({ db, storage: await emptyStorage() }, { document, issuedAt: 0 }),
      )
      expect(title).toBe('Invoice INV-0001')
      expect(tags).not.toContain('Figure DE Photography')
      for (const words of ['Ann Lee', 'December 5, 2026', '$285.00', 'Total'])
        expect(pages[0]).toContain(words)
    })

  test('the PDF keeps the name, logo and color with which the document was issued', async () => {
    const { db } = await openDb()
    const { book, issue, credit, read } = await opened(db)
    const storage = await emptyStorage()
    const use = async (hash: string, background: string, accent: string, name: string) => {
      const png = await sharp({ create: { width: 60, height: 20, channels: 3, background } })
        .png()
        .toBuffer()
      await storage.put(brandKey(hash, 'logo'), png)
      await putSetting(db, 'studio', { ...testSettings.studio, name, accent })
      await putSetting(db, 'brand', { ...testSettings.brand, logo: { hash, width: 60, height: 20 } })
    }
    const pdfOf = async (id: string) =>
      Buffer.from(await renderDocument({ db, storage }, { document: (await read(id)).document, issuedAt: 0 }))
    await use('0a'.repeat(10), '#112233', '#0b6e4f', 'DE Photography')
    const issued = await issue((await book()).id)
    const id = issued.ok ? issued.id : ''
    const before = await pdfOf(id)
    expect((await readPdf(before)).tags).toContain('Figure DE Photography')
    await use('0b'.repeat(10), '#ff8800', '#7a1fa2', 'Other Photography')
    expect((await pdfOf(id)).equals(before)).toBe(true)
    // A credit note looks like the invoice that it corrects, and a new invoice like the studio now.
    const note = await credit(id)
    expect((await readPdf(await pdfOf(note.ok ? note.id : ''))).tags).toContain('Figure DE Photography')
    const next = await issue((await book({ session_date: Date.UTC(2027, 0, 1, 15) })).id)
    const after = await pdfOf(next.ok ? next.id : '')
    expect((await readPdf(after)).tags).toContain('Figure Other Photography')
  })
})

test('the sums of any invoice are those of its lines, and it is stored as it is', () => {
  const rules = { name: 'Sales tax', isIncluded: false, kinds: ['other'] as const }
  const charge = fc.record({
    price: fc.nat(90_000_000),
    rate: fc.constantFrom(0, 6_625, 19_000),
    share: fc.nat(100),
  })
  fc.assert(
    fc.property(fc.array(charge, { minLength: 1, maxLength: 8 }), (given) => {
      const charges = given.map(({ price, rate, share }, at) => {
        const { amountCents, tax } = withTax('other', price + 1, { ...rules, rate })
        const paidCents = Math.floor((amountCents * share) / 100)
        return {
          ...{ id: String(at), kind: 'other' as const, title: `Fee ${at}`, currency: 'USD' as const },
          ...{
            amountCents,
            creditedCents: 0,
            tax,
            paidCents,
            chargedAt: 0,
            endsWithBooking: false,
            voided: null,
          },
        }
      })
      const party = { name: 'Ann', email: 'ann@example.com', phone: '' }
      const address = { street: '', locality: 'A', region: 'NJ', postalCode: '1', country: 'US' }
      const document = invoiceOf(
        {
          ...{ number: 7, issuedOn: '2026-11-20', currency: 'USD', reference: 'DE-1', subject: 'A session' },
          ...{ seller: { ...party, address, taxId: '' }, buyer: party },
        },
        charges,
        { dueOn: '2026-12-05' },
      )
      const { totals, taxes, lines } = document
      const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)
      expect(totals.grossCents).toBe(sum(charges.map(({ amountCents }) => amountCents)))
      expect(totals.dueCents).toBe(totals.grossCents - sum(charges.map(({ paidCents }) => paidCents)))
      expect(totals.taxCents).toBe(sum(taxes.map(({ cents }) => cents)))
      expect(totals.netCents).toBe(sum(taxes.map(({ netCents }) => netCents)))
      expect(totals.taxCents).toBe(sum(lines.map(({ tax }) => tax.cents)))
      expect(readDocument(JSON.stringify(document))).toEqual(document)
      expect(invoiceDocument.safeParse(document).success).toBe(true)
    }),
  )
})
