import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { readCookie } from '~/platform/http/capability-cookie'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { type DocumentView, documentView } from './document-view.server'
import { type InvoiceDocument, invoiceCookie, readDocument } from './model'
import { selectInvoice } from './store.server'

/** Purpose of the tokens. */
const VIEW = 'view an invoice'

interface Deps {
  db: Db
  config: Pick<Config, 'secret' | 'siteUrl'>
}

/** The path of a document’s link. Replacing the link revokes it. */
export const linkOf = (
  { secret }: Pick<Config, 'secret'>,
  { id, version }: { id: string; version: number },
): string => `/i/${sealToken(secret, VIEW, { id, version })}`

interface OpenedInvoice {
  id: string
  bookingId: string
  issuedAt: number
  document: InvoiceDocument
  view: DocumentView
}

/** The document that a link opens; undefined: forged or revoked. */
export async function followInvoiceLink(
  { db, config }: Deps,
  token: string,
): Promise<OpenedInvoice | undefined> {
  const opened = openToken(config.secret, VIEW, token)
  const row = opened && (await selectInvoice(db, opened.id))
  if (!row || row.link_version !== opened.version) return undefined
  const document = readDocument(row.document)
  return {
    ...{ id: row.id, bookingId: row.booking_id, issuedAt: row.issued_at },
    ...{ document, view: documentView(document) },
  }
}

/** The document that a browser may open by the cookie of its link. */
export async function openInvoice(deps: Deps, request: Request, id: string) {
  const found = await followInvoiceLink(deps, readCookie(request, deps.config.siteUrl, invoiceCookie(id)))
  return found?.id === id ? found : undefined
}
