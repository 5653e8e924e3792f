import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { outdateMail, queueMail } from '~/domains/outbox/operations.server'
import type { Config } from '~/platform/config.server'
import { transact } from '~/platform/db/database.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { isId } from '~/platform/text'
import { documentView } from './document-view.server'
import { documentEmail } from './emails.server'
import { KIND_LABELS } from './labels'
import { linkOf } from './links.server'
import { aboutInvoice, readDocument } from './model'
import type { WriteDeps } from './operations.server'
import { readInvoicePayments } from './paying.server'
import { markEmailed, raiseLinkVersion, selectInvoice } from './store.server'

export type Emailed = { ok: true } | { ok: false; reason: 'missing' | 'no-server' }

/** Emails a document’s link to its client. @param once the form's id, so that a form sent twice sends one email */
export async function emailInvoice(
  deps: WriteDeps & { config: Pick<Config, 'stripe'> },
  id: string,
  once: string,
): Promise<Emailed> {
  const { clock, config, author } = deps
  const { studio } = await readSettings({ db: deps.db })
  if (!(await canSendMail(deps))) return { ok: false, reason: 'no-server' }
  const invoice = await selectInvoice(deps.db, id)
  const payments = invoice && (await readInvoicePayments(deps, { id, bookingId: invoice.booking_id }))
  const canPay = (payments?.payable.length ?? 0) > 0
  return await transact(deps.db, async (tx): Promise<Emailed> => {
    const row = await selectInvoice(tx, id)
    if (!row || !isId(once)) return { ok: false, reason: 'missing' }
    if (!(await markEmailed(tx, id, once))) return { ok: true }
    const document = readDocument(row.document)
    const link = `${config.siteUrl}${linkOf(config, { id, version: row.link_version })}`
    const branding = emailBrandingOf(studio, config.siteUrl)
    await queueMail(
      { db: tx, clock, config },
      documentEmail(branding, { id, document, view: documentView(document), link, canPay }),
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
