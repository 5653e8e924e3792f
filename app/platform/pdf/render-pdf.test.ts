import sharp from 'sharp'
import { expect, test } from 'vitest'
import { transact } from '~/platform/db/database.server'
import { freshDatabase } from '../../../test/support/database'
import { readPdf } from '../../../test/support/pdf'
import { missingCharacters } from './fonts.server'
import type { Pdf, PdfBlock } from './pdf'
import { renderPdf } from './render-pdf.server'

const of = (...blocks: PdfBlock[]): Pdf => ({
  title: 'Invoice 1042',
  brand: { name: 'DE Photography', initials: ['D', 'E'], accent: '#c4200c' },
  paper: 'LETTER',
  footer: 'DE Photography, East Orange',
  createdAt: Date.UTC(2026, 10, 23),
  blocks,
})

const heading: PdfBlock = { kind: 'heading', level: 1, text: 'Invoice 1042' }

test('everything is tagged in reading order, with a title and a language', async () => {
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#151411' } })
    .png()
    .toBuffer()
  const blocks: PdfBlock[] = [
    heading,
    { kind: 'facts', rows: [['Due', 'December 1']] },
    {
      kind: 'columns',
      columns: [
        { heading: 'From', lines: ['DE Photography'] },
        { heading: 'To', lines: ['Dana Price'] },
      ],
    },
    {
      kind: 'table',
      columns: [
        { label: 'Item', share: 3 },
        { label: 'Amount', share: 1, right: true },
      ],
      rows: [['Portrait', '$285']],
      totals: [{ label: 'Total', amount: '$285', strong: true }],
    },
    { kind: 'paragraph', text: [{ text: 'Thank ' }, { text: 'you.', strong: true }] },
    { kind: 'list', ordered: true, items: ['Pay.'] },
    { kind: 'list', ordered: true, items: ['Sign.'], start: 3, depth: 1 },
    { kind: 'drawing', path: 'M1 1L60 20', alt: 'Drawn by Dana Price', width: 600, height: 200 },
    { kind: 'picture', data: png, alt: 'Signature of Dana Price', width: 40, height: 20 },
  ]
  const pdf = await renderPdf({
    ...of(...blocks),
    brand: { ...of().brand, logo: { data: png, width: 40, height: 20 } },
  })
  const read = await readPdf(pdf)
  expect([read.title, read.language, read.pages.length]).toEqual(['Invoice 1042', 'en-US', 1])
  expect(read.tags).toEqual([
    ...['Root', 'Document', 'Figure DE Photography', 'H1'],
    ...['Table', 'TR', 'TH', 'TD'],
    ...['Sect', 'H2', 'P', 'Sect', 'H2', 'P'],
    ...['Table', 'TR', 'TH', 'TH', 'TR', 'TD', 'TD', 'TR', 'TH', 'TD'],
    ...[
      'P',
      'L',
      'LI',
      'Lbl',
      'LBody',
      'L',
      'LI',
      'Lbl',
      'LBody',
      'Figure Drawn by Dana Price',
      'Figure Signature of Dana Price',
    ],
  ])
  for (const words of ['Dana Price', 'Thank you.', '3. Sign.', 'Page 1 of 1', 'DE Photography, East Orange'])
    expect(read.pages[0]).toContain(words)
  expect(read.pages[0]?.split('Total')[1]).toContain('$285')
})

test('a table continues on the next pages, which repeat its head and the footer', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`Row ${at + 1}.`, '$1'])
  const columns = [
    { label: 'Item', share: 3 },
    { label: 'Amount', share: 1, right: true },
  ]
  const { pages } = await readPdf(
    await renderPdf(of(heading, { kind: 'table', columns, rows }, { kind: 'page-break' }, heading)),
  )
  expect(pages.length).toBeGreaterThan(3)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    expect(page.includes('Amount')).toBe(at < pages.length - 1)
  }
  const text = pages.join('\n')
  for (const [label] of rows) expect(text.split(label ?? '')).toHaveLength(2)
})

test('names in Polish, Greek and Cyrillic are drawn, and other characters are named', async () => {
  const name = 'Łukasz, Ελένη, Владимир'
  const { pages } = await readPdf(await renderPdf(of({ kind: 'paragraph', text: name })))
  expect(pages[0]).toContain(name)
  expect(missingCharacters(`${name}\nDana 王小明王`)).toEqual(['王', '小', '明'])
})

test('the same document has the same bytes, and none is rendered in a transaction', async () => {
  expect(await renderPdf(of(heading))).toEqual(await renderPdf(of(heading)))
  const { db } = await freshDatabase('sqlite')
  await expect(transact(db, () => renderPdf(of(heading)))).rejects.toThrow('while a transaction is open')
})

test('no line breaks within a date or a time, in the font of the text', async () => {
  const session = 'December 5, 2026, from 10:30 – 11:15 AM EST.'
  const blocks = Array.from({ length: 60 }, (_, n): PdfBlock => {
    return { kind: 'paragraph', text: `Our photographer comes ${'i'.repeat(2 * n + 1)} on ${session}` }
  })
  const bytes = await renderPdf(of(...blocks))
  const lines = (await readPdf(bytes)).pages.join('\n').split('\n')
  expect(lines.filter((line) => line.includes('December 5, 2026'))).toHaveLength(60)
  expect(lines.filter((line) => line.includes('10:30 – 11:15 AM EST'))).toHaveLength(60)
  expect(lines.filter((line) => /^10:30/.test(line)).length).toBeGreaterThan(5)
  const fontsOf = (pdf: Uint8Array) =>
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/BaseFont/g)?.length
  expect(fontsOf(bytes)).toBe(fontsOf(await renderPdf(of({ kind: 'paragraph', text: 'Our photographer.' }))))
})
