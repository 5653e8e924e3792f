import { openBrandPicture } from '~/domains/content/brand.server'
import { readSettings } from '~/domains/content/operations.server'
import { accentColors } from '~/platform/accent'
import type { Db } from '~/platform/db/database.server'
import type { PdfBlock, PdfBrand } from '~/platform/pdf/pdf'
import { renderPdf } from '~/platform/pdf/render-pdf.server'
import type { Storage } from '~/platform/storage/storage.server'
import { documentView } from './document-view.server'
import type { InvoiceDocument } from './model'

interface Deps {
  db: Db
  storage: Storage
}

/** Countries where paper is letter size. */
const LETTER = ['US', 'CA', 'MX', 'PH', 'CL', 'CO']

/** The studio's logo and color, as PDFs show them. */
export async function readPdfBrand({ db, storage }: Deps): Promise<PdfBrand> {
  const { studio } = await readSettings({ db })
  const { picture } = studio
  const data = picture && (await openBrandPicture({ storage }, { hash: picture.hash, name: 'logo' }))
  return {
    name: studio.name,
    initials: studio.logo,
    logo: picture && data ? { data, width: picture.width, height: picture.height } : undefined,
    accent: accentColors(studio.accent).paper,
  }
}

/** The PDF of a document, with its words as issued and the studio's current logo. */
export function renderDocument(
  document: InvoiceDocument,
  { brand, issuedAt }: { brand: PdfBrand; issuedAt: number },
): Promise<Uint8Array> {
  const view = documentView(document)
  const lines: PdfBlock = {
    kind: 'table',
    columns: [
      { label: 'Description', share: 5 },
      ...(view.hasTax ? [{ label: 'Tax', share: 1.2, right: true }] : []),
      { label: view.hasTax ? 'Amount before tax' : 'Amount', share: 1.6, right: true },
    ],
    rows: view.lines.map(({ name, tax, amount }) => (view.hasTax ? [name, tax, amount] : [name, amount])),
    totals: view.totals,
  }
  const received: PdfBlock = {
    kind: 'facts',
    rows: view.totals.map(({ label, amount }) => [label, amount] as const),
  }
  const { seller } = document
  return renderPdf({
    title: view.title,
    brand,
    paper: LETTER.includes(seller.address.country) ? 'LETTER' : 'A4',
    footer: [seller.name, seller.email, seller.phone].filter(Boolean).join(' · '),
    createdAt: issuedAt,
    blocks: [
      { kind: 'heading', level: 1, text: view.title },
      { kind: 'facts', rows: view.facts },
      { kind: 'columns', columns: view.parties },
      document.kind === 'receipt' ? received : lines,
    ],
  })
}
