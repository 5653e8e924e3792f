import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { outdateMail, queueMail } from '~/domains/outbox/operations.server'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { readCookie } from '~/platform/http/capability-cookie'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { type DocumentView, documentView } from './document-view.server'
import { documentEmail } from './emails.server'
import { KIND_LABELS } from './labels'
import { aboutInvoice, type InvoiceDocument, invoiceCookie, readDocument } from './model'
import { isId, type WriteDeps } from './operations.server'
import { markEmailed, raiseLinkVersion, selectInvoice } from './store.server'

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

export type Emailed = { ok: true } | { ok: false; reason: 'missing' | 'no-server' }

/** Emails a document’s link to its client. @param once the form's id, so that a form sent twice sends one email */
export async function emailInvoice(deps: WriteDeps, id: string, once: string): Promise<Emailed> {
  const { clock, config, author } = deps
  const { studio } = await readSettings({ db: deps.db })
  if (!(await canSendMail(deps))) return { ok: false, reason: 'no-server' }
  return await transact(deps.db, async (tx): Promise<Emailed> => {
    const row = await selectInvoice(tx, id)
    if (!row || !isId(once)) return { ok: false, reason: 'missing' }
    if (!(await markEmailed(tx, id, once))) return { ok: true }
    const document = readDocument(row.document)
    const link = `${config.siteUrl}${linkOf(config, { id, version: row.link_version })}`
    const branding = emailBrandingOf(studio, config.siteUrl)
    await queueMail(
      { db: tx, clock, config },
      documentEmail(branding, { id, document, view: documentView(document), link }),
    )
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'client-emailed',
        subject: `${KIND_LABELS[row.kind]} ${row.label} to ${document.buyer.name}`,
      },
    )
    return { ok: true }
  })
}

/** Revokes the links sent so far. Emails with them that weren’t sent yet aren’t sent. */
export async function replaceInvoiceLink(
  { db, clock, author }: WriteDeps,
  seen: { id: string; version: number },
): Promise<{ ok: true } | { ok: false; reason: 'missing' | 'changed-since' }> {
  return await transact(db, async (tx) => {
    const row = await selectInvoice(tx, seen.id)
    if (!row) return { ok: false, reason: 'missing' }
    if (!(await raiseLinkVersion(tx, seen))) return { ok: false, reason: 'changed-since' }
    await outdateMail({ db: tx, clock }, aboutInvoice(seen.id))
    await recordAction(
      { db: tx, clock, author },
      { action: 'invoice-link-replaced', subject: `${KIND_LABELS[row.kind]} ${row.label}` },
    )
    return { ok: true }
  })
}
