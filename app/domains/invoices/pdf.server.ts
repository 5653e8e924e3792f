import { openBrandPicture } from '~/domains/content/brand.server'
import { readSettings } from '~/domains/content/operations.server'
import { accentColors } from '~/platform/accent'
import type { Db } from '~/platform/db/database.server'
import type { PdfBlock, PdfBrand } from '~/platform/pdf/pdf'
import type { Storage } from '~/platform/storage/storage.server'
import { documentView } from './document-view.server'
import type { InvoiceDocument } from './model'

interface Deps {
  db: Db
  storage: Storage
}

/** Countries where paper is letter size. */
const LETTER = ['US', 'CA', 'MX', 'PH', 'CL', 'CO']

/** The PDF of a document, with its words, logo and color as issued. */
export async function renderDocument(
  deps: Deps,
  { document, issuedAt }: { document: InvoiceDocument; issuedAt: number },
): Promise<Uint8Array> {
  return drawDocument(document, { brand: await brandOf(deps, document), issuedAt })
}

async function brandOf({ db, storage }: Deps, { look, seller }: InvoiceDocument): Promise<PdfBrand> {
  const { studio } = await readSettings({ db })
  const { logo, initials, accent } = look ?? {
    ...{ logo: studio.picture, initials: studio.logo, accent: studio.accent },
  }
  const data = logo && (await openBrandPicture({ storage }, { hash: logo.hash, name: 'logo' }))
  return {
    ...{ name: seller.name, initials, accent: accentColors(accent).paper },
    logo: logo && data ? { data, width: logo.width, height: logo.height } : undefined,
  }
}

/** The same with a given logo and color. */
export async function drawDocument(
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
  const { renderPdf } = await import('~/platform/pdf/render-pdf.server')
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
