import PDFDocument from 'pdfkit'
import { refuseWhileWriting } from '~/platform/db/database.server'
import { fontFor, type PdfFace, withDatesHeld } from './fonts.server'
import type { Pdf, PdfBlock, PdfBrand, PdfSpan, PdfTable } from './pdf'

type Doc = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement
type Block<K extends PdfBlock['kind']> = Extract<PdfBlock, { kind: K }>

/** In points. */
const MARGIN = { top: 54, right: 54, bottom: 78, left: 54 }
const FOOTER_ABOVE_END = 52
const LOGO_HEIGHT = 30
const LOGO_WIDEST = 180
const CELL_GAP = 10

const INK = '#151411'
const QUIET = '#4F4C45'
const LINE = '#D3D0C6'

const HEADINGS = {
  1: { face: 'title', size: 28, before: 18, after: 10 },
  2: { face: 'strong', size: 12.5, before: 14, after: 5 },
  3: { face: 'strong', size: 10, before: 10, after: 3 },
} as const
const TEXT = 10
const SMALL = 8.5
const HAND = 22

/**
 * Renders a PDF. US English, tagged with headings, paragraphs, lists and tables. Takes tens of milliseconds.
 * @throws inside a transaction, since rendering would block other writers
 */
export async function renderPdf(pdf: Pdf): Promise<Uint8Array> {
  refuseWhileWriting('A PDF')
  const doc = new PDFDocument({
    ...{ size: pdf.paper, margins: MARGIN, bufferPages: true, pdfVersion: '1.7' },
    ...{ tagged: true, lang: 'en-US', displayTitle: true },
    info: { Title: pdf.title, Author: pdf.brand.name, CreationDate: new Date(pdf.createdAt) },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const root = doc.struct('Document')
  doc.addStructure(root)
  drawBrand(doc, root, pdf.brand)
  for (const block of pdf.blocks) drawBlock(doc, root, block, pdf.brand)
  root.end()
  drawFooters(doc, pdf.footer)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function drawBlock(doc: Doc, root: Element, block: PdfBlock, brand: PdfBrand) {
  switch (block.kind) {
    case 'heading':
      return drawHeading(doc, root, block, brand)
    case 'paragraph':
      return drawParagraph(doc, root, block)
    case 'list':
      return drawList(doc, root, block)
    case 'facts':
      return drawFacts(doc, root, block)
    case 'columns':
      return drawColumns(doc, root, block)
    case 'table':
      return drawTable(doc, root, block)
    case 'picture':
      return drawPicture(doc, root, block)
    case 'drawing':
      return drawDrawing(doc, root, block)
    case 'page-break':
      return doc.addPage()
  }
}

const widthOf = ({ page }: Doc): number => page.width - MARGIN.left - MARGIN.right
const restOf = (doc: Doc): number => doc.page.maxY() - doc.y

/** Sets the font for a text. @returns the text as it is drawn */
function setType(doc: Doc, face: PdfFace, size: number, text: string): string {
  const clean = withDatesHeld(text.normalize('NFC').replaceAll('\t', ' ').replaceAll('\r', ''))
  // Fonts that are parsed once are accepted since 0.20, and by its types not yet.
  doc.font(fontFor(face, clean) as unknown as string).fontSize(size)
  return clean
}

/** Adds an element whose content is drawn now. */
function tag(doc: Doc, parent: Element, type: string, draw: () => void, options: object = {}): void {
  const element = doc.struct(type, options)
  parent.add(element)
  element.add(draw)
  element.end()
}

function ensureRoom(doc: Doc, height: number): void {
  if (restOf(doc) < height) doc.addPage()
}

/** What's drawn for the eye alone. */
function decorate(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

function rule(doc: Doc, y: number, color = LINE): void {
  decorate(doc, () => doc.rect(MARGIN.left, y, widthOf(doc), 0.6).fill(color))
}

function drawBrand(doc: Doc, root: Element, { name, initials, logo }: PdfBrand): void {
  const { left: x, top: y } = MARGIN
  if (logo) {
    const scale = Math.min(LOGO_HEIGHT / logo.height, LOGO_WIDEST / logo.width)
    const [width, height] = [logo.width * scale, logo.height * scale]
    tag(doc, root, 'Figure', () => doc.image(Buffer.from(logo.data), x, y, { width, height }), {
      ...{ alt: name, bbox: [x, y, x + width, y + height], placement: 'Block' },
    })
  } else {
    const side = { width: (LOGO_HEIGHT * 28) / 34, height: LOGO_HEIGHT }
    decorate(doc, () => {
      for (const [at, letter] of initials.entries()) {
        const from = x + at * (side.width + 2)
        doc.rect(from, y, side.width, side.height).fill(INK)
        const text = setType(doc, 'title', 24, letter)
        doc.fillColor('#ffffff')
        doc.text(text, from + (side.width - doc.widthOfString(text)) / 2, y + 1, { lineBreak: false })
      }
    })
    const text = setType(doc, 'strong', 11, name)
    doc.fillColor(INK)
    tag(doc, root, 'P', () =>
      doc.text(text, x + 2 * side.width + 14, y + 9, {
        width: widthOf(doc) - 2 * side.width - 14,
        height: 14,
      }),
    )
  }
  doc.x = MARGIN.left
  doc.y = y + LOGO_HEIGHT + 22
}

function drawHeading(doc: Doc, root: Element, { level, text }: Block<'heading'>, { accent }: PdfBrand): void {
  const { face, size, before, after } = HEADINGS[level]
  const clean = setType(doc, face, size, text)
  const width = widthOf(doc)
  ensureRoom(doc, before + doc.heightOfString(clean, { width }) + after + 6 * TEXT)
  if (doc.y > MARGIN.top) doc.y += before
  if (level === 1) {
    decorate(doc, () => doc.rect(MARGIN.left, doc.y - 8, 36, 2).fill(accent))
    doc.y += 4
  }
  setType(doc, face, size, text)
  doc.fillColor(INK)
  tag(doc, root, `H${level}`, () => doc.text(clean, MARGIN.left, doc.y, { width }))
  doc.y += after
}

function drawParagraph(doc: Doc, root: Element, { text, quiet, hand }: Block<'paragraph'>): void {
  const spans: readonly PdfSpan[] = typeof text === 'string' ? [{ text }] : text
  const [face, size]: [PdfFace, number] = hand ? ['hand', HAND] : ['text', quiet ? SMALL : TEXT]
  ensureRoom(doc, 2 * size)
  doc.fillColor(quiet ? QUIET : INK)
  tag(doc, root, 'P', () => {
    for (const [at, span] of spans.entries()) {
      const clean = setType(doc, span.strong ? 'strong' : face, size, span.text)
      const options = { width: widthOf(doc), lineGap: 2, continued: at < spans.length - 1 }
      if (at === 0) doc.text(clean, MARGIN.left, doc.y, options)
      else doc.text(clean, options)
    }
  })
  doc.y += 7
}

function drawList(doc: Doc, root: Element, { ordered, items, start = 1, depth = 0 }: Block<'list'>): void {
  const list = doc.struct('L')
  root.add(list)
  const indent = 18
  const left = MARGIN.left + depth * indent
  for (const [at, item] of items.entries()) {
    const clean = setType(doc, 'text', TEXT, item)
    ensureRoom(doc, 2 * TEXT)
    doc.fillColor(INK)
    const entry = doc.struct('LI')
    list.add(entry)
    const { y } = doc
    const label = setType(doc, 'text', TEXT, ordered ? `${start + at}.` : '•')
    tag(doc, entry, 'Lbl', () => doc.text(label, left, y, { lineBreak: false }))
    setType(doc, 'text', TEXT, item)
    tag(doc, entry, 'LBody', () =>
      doc.text(clean, left + indent, y, { width: widthOf(doc) - left + MARGIN.left - indent, lineGap: 2 }),
    )
    entry.end()
    doc.y += 3
  }
  list.end()
  doc.x = MARGIN.left
  doc.y += 5
}

function drawFacts(doc: Doc, root: Element, { rows }: Block<'facts'>): void {
  const table = doc.struct('Table')
  root.add(table)
  const columns = [{ share: 1 }, { share: 4.65 }]
  for (const [label, value] of rows)
    drawRow(doc, table, columns, [
      { text: label, face: 'text', color: QUIET, tag: 'TH', scope: 'Row' },
      { text: value, face: 'text', color: INK, tag: 'TD' },
    ])
  table.end()
  doc.y += 9
}

function drawColumns(doc: Doc, root: Element, { columns }: Block<'columns'>): void {
  const width = (widthOf(doc) - (columns.length - 1) * 2 * CELL_GAP) / columns.length
  const heightOf = (face: PdfFace, size: number, text: string) =>
    doc.heightOfString(setType(doc, face, size, text), { width })
  const heights = columns.map(({ heading, lines }) =>
    lines.reduce(
      (sum, line) => sum + heightOf('text', TEXT, line) + 2,
      heightOf('strong', SMALL, heading) + 4,
    ),
  )
  ensureRoom(doc, Math.max(...heights))
  const top = doc.y
  for (const [at, { heading, lines }] of columns.entries()) {
    const x = MARGIN.left + at * (width + 2 * CELL_GAP)
    const part = doc.struct('Sect')
    root.add(part)
    const title = setType(doc, 'strong', SMALL, heading)
    doc.fillColor(QUIET)
    tag(doc, part, 'H2', () => doc.text(title, x, top, { width }))
    doc.y += 4
    doc.fillColor(INK)
    for (const line of lines) {
      const clean = setType(doc, 'text', TEXT, line)
      tag(doc, part, 'P', () => doc.text(clean, x, doc.y, { width }))
      doc.y += 2
    }
    part.end()
  }
  doc.x = MARGIN.left
  doc.y = top + Math.max(...heights) + 14
}

interface Cell {
  text: string
  face: PdfFace
  color: string
  tag: 'TH' | 'TD'
  scope?: 'Row' | 'Column'
  right?: boolean
}

function drawTable(doc: Doc, root: Element, { columns, rows, totals = [] }: PdfTable): void {
  const table = doc.struct('Table')
  root.add(table)
  const head = columns.map(
    ({ label, right = false }): Cell => ({
      ...{ text: label, face: 'strong', color: QUIET, tag: 'TH', scope: 'Column', right },
    }),
  )
  ensureRoom(doc, 60)
  drawRow(doc, table, columns, head)
  rule(doc, doc.y, INK)
  doc.y += 5
  for (const row of rows) {
    const cells = columns.map(({ right = false }, at): Cell => {
      return { text: row[at] ?? '', face: 'text', color: INK, tag: 'TD', right }
    })
    const height = heightOfRow(doc, columns, cells)
    if (restOf(doc) < height + 9) {
      doc.addPage()
      // Screen readers have read it on the first page.
      decorate(doc, () => drawCells(doc, columns, head))
      rule(doc, doc.y, INK)
      doc.y += 5
    }
    drawRow(doc, table, columns, cells, height)
    rule(doc, doc.y)
    doc.y += 5
  }
  if (totals.length > 0) {
    const sums = totals.map(({ label, amount, strong = false }): Cell[] => {
      const look = { face: strong ? ('strong' as const) : ('text' as const), color: INK, right: true }
      return [
        { ...look, text: label, tag: 'TH', scope: 'Row' },
        { ...look, text: amount, tag: 'TD' },
      ]
    })
    const halves = [{ share: 4 }, { share: 1 }]
    ensureRoom(
      doc,
      sums.reduce((height, cells) => height + heightOfRow(doc, halves, cells), 0),
    )
    for (const cells of sums) drawRow(doc, table, halves, cells)
  }
  table.end()
  doc.x = MARGIN.left
  doc.y += 9
}

type Columns = readonly { share: number }[]

function drawRow(
  doc: Doc,
  table: Element,
  columns: Columns,
  cells: Cell[],
  height = heightOfRow(doc, columns, cells),
): void {
  ensureRoom(doc, height)
  const row = doc.struct('TR')
  table.add(row)
  drawCells(doc, columns, cells, height, (cell, draw) =>
    tag(doc, row, cell.tag, draw, cell.scope ? { scope: cell.scope } : {}),
  )
  row.end()
}

/** @param within draws a cell, inside of its tag if it has one */
function drawCells(
  doc: Doc,
  columns: Columns,
  cells: Cell[],
  height = heightOfRow(doc, columns, cells),
  within: (cell: Cell, draw: () => void) => void = (_, draw) => draw(),
): void {
  const top = doc.y
  for (const [at, cell] of cells.entries()) {
    const { x, width } = placeOf(doc, columns, at)
    const text = setType(doc, cell.face, cell.scope === 'Column' ? SMALL : TEXT, cell.text)
    doc.fillColor(cell.color)
    within(cell, () => doc.text(text, x, top, { width, align: cell.right ? 'right' : 'left' }))
  }
  doc.x = MARGIN.left
  doc.y = top + height
}

function heightOfRow(doc: Doc, columns: Columns, cells: Cell[]): number {
  const heights = cells.map(({ face, text, scope }, at) => {
    const clean = setType(doc, face, scope === 'Column' ? SMALL : TEXT, text)
    return doc.heightOfString(clean, { width: placeOf(doc, columns, at).width })
  })
  return Math.max(...heights) + 4
}

function placeOf(doc: Doc, columns: Columns, at: number): { x: number; width: number } {
  const total = columns.reduce((sum, { share }) => sum + share, 0)
  const free = widthOf(doc) - (columns.length - 1) * CELL_GAP
  const widths = columns.map(({ share }) => (free * share) / total)
  const x = widths.slice(0, at).reduce((sum, width) => sum + width + CELL_GAP, MARGIN.left)
  return { x, width: widths[at] ?? 0 }
}

function drawPicture(doc: Doc, root: Element, { data, alt, width, height }: Block<'picture'>): void {
  ensureRoom(doc, height)
  const { left: x } = MARGIN
  const { y } = doc
  tag(doc, root, 'Figure', () => doc.image(Buffer.from(data), x, y, { width, height }), {
    ...{ alt, bbox: [x, y, x + width, y + height], placement: 'Block' },
  })
  doc.y = y + height + 7
}

function drawDrawing(doc: Doc, root: Element, { path, alt, width, height }: Block<'drawing'>): void {
  const scale = 1 / 3
  // With the line below it, which says who drew it.
  ensureRoom(doc, height * scale + 7 + 2 * SMALL)
  const { left: x } = MARGIN
  const { y } = doc
  const draw = () =>
    doc.save().translate(x, y).scale(scale).path(path).lineWidth(4).lineCap('round').stroke(INK).restore()
  tag(doc, root, 'Figure', draw, {
    ...{ alt, bbox: [x, y, x + width * scale, y + height * scale], placement: 'Block' },
  })
  doc.y = y + height * scale + 7
}

function drawFooters(doc: Doc, footer: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at)
    // Text below the margin would begin a page.
    doc.page.margins.bottom = 0
    const y = doc.page.height - FOOTER_ABOVE_END
    rule(doc, y)
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    const number = `Page ${at - start + 1} of ${count}`
    doc.fillColor(QUIET)
    const text = setType(doc, 'text', SMALL, footer)
    doc.text(text, MARGIN.left, y + 8, { width: widthOf(doc) - 90, height: 12, ellipsis: true })
    setType(doc, 'text', SMALL, number)
    doc.text(number, MARGIN.left, y + 8, { width: widthOf(doc), align: 'right' })
    doc.endMarkedContent()
  }
}
