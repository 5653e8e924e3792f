import { data, Form, Link, redirect } from 'react-router'
import { creditInvoice, creditPart } from '~/domains/invoices/credits.server'
import { emailInvoice, replaceInvoiceLink } from '~/domains/invoices/emailing.server'
import { readInvoice } from '~/domains/invoices/reading.server'
import { CreditForms, creditFields } from '~/domains/invoices/ui/credit-forms'
import { DocumentSheet } from '~/domains/invoices/ui/document'
import { InvoiceTag } from '~/domains/invoices/ui/invoice-list'
import { MailStateTag } from '~/domains/outbox/ui/sent-emails'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/booking/ui/manage/manage.css'
import '~/domains/invoices/ui/invoices.css'
import type { Route } from './+types/invoice'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const found = await readInvoice(context.get(scope), params.invoice)
  if (!found) throw data(null, { status: 404 })
  const { document: _, ...shown } = found
  const done = new URL(request.url).searchParams.get('done') ?? ''
  const isLost = done === 'emailed' && (shown.mail?.state === 'failed' || shown.mail?.state === 'not-sent')
  return { ...shown, done: Object.hasOwn(DONE, done) && !isLost ? (DONE[done] ?? null) : null }
}

const DONE: Record<string, string> = {
  issued: 'Invoice created. It can’t be changed anymore. Download it, or email it to your client.',
  receipt: 'Receipt created. Download it, or email it to your client.',
  credited: 'Credit note created. The charges can be on a new invoice now.',
  'part-credited':
    'Credit note created. Your client owes that much less. If they had paid it, refund it on the booking.',
  emailed: 'The email is on its way.',
  link: 'Link replaced. Earlier links no longer work.',
}

type Outcome = FormOutcome<string>
const NO_SERVER =
  'Your site can’t send email yet. Add a mail server under Settings › Sender, or share the link.'

const NOTHING_LEFT = 'Everything on this invoice is credited already.'

export async function action({ request, params: { invoice: id }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  const after = (invoice: string, done: string) => redirect(studioPaths.invoice(invoice, { done }), 303)
  switch (form.get('intent')) {
    case 'email': {
      const emailed = await emailInvoice(at, id, form.get('once'))
      if (emailed.ok) throw after(id, 'emailed')
      if (emailed.reason === 'missing') throw data(null, { status: 404 })
      return refuse(409, { sentence: NO_SERVER })
    }
    case 'link': {
      const replaced = await replaceInvoiceLink(at, { id, version: Number(form.get('version')) })
      if (replaced.ok) throw after(id, 'link')
      if (replaced.reason === 'missing') throw data(null, { status: 404 })
      return refuse(409, { sentence: JUST_CHANGED })
    }
    case 'credit': {
      const values = { reason: form.get('reason') }
      const credited = await creditInvoice(at, { id, sent: values })
      if (credited.ok) throw after(credited.id, 'credited')
      if (credited.reason === 'refused') return refuse(422, { errors: credited.errors, values })
      if (credited.reason === 'nothing') return refuse(409, { sentence: NOTHING_LEFT })
      throw data(null, { status: 404 })
    }
    case 'credit-part': {
      const values = Object.fromEntries(form.entries())
      const credited = await creditPart(at, { id, once: form.get('once'), sent: values })
      if (credited.ok) throw after(credited.id, 'part-credited')
      if (credited.reason === 'refused') return refuse(422, { errors: credited.errors, values })
      if (credited.reason === 'nothing') return refuse(409, { sentence: NOTHING_LEFT })
      throw data(null, { status: 404 })
    }
    default:
      throw data(BROKEN_FORM, { status: 422 })
  }
}

const refuse = (status: number, said: Partial<Outcome>) =>
  data<Outcome>({ errors: {}, values: {}, ...said }, status)

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.view.title ?? 'Invoice')

export default function Invoice({ loaderData: shown, actionData }: Route.ComponentProps) {
  const { view, status, mail, done, bookingId, creditNotes, creditable } = shown
  useRefresh(mail?.state === 'queued')
  return (
    <>
      <StudioHead title={view.title} up={{ label: 'Invoices', to: studioPaths.invoices() }} />
      <div className="st-sheet">
        <FormRefusal outcome={actionData} order={creditFields(creditable)} />
        {done && !actionData ? <SavedNote>{done}</SavedNote> : null}
        <div className="st-sheet__h">
          <InvoiceTag status={status} />
          {creditNotes.map(({ id, number, amount }) => (
            <Link key={id} className="txt tap" to={studioPaths.invoice(id)}>
              Credit note {number} ({amount})
            </Link>
          ))}
          <Link className="txt tap" to={studioPaths.bookingInvoices(bookingId)}>
            Invoices and receipts of this booking
          </Link>
        </div>
        {status === 'ended' ? (
          <p className="note">
            The session was canceled, and this invoice still says what was agreed before. Cancel the invoice,
            then create a new one for fees and tips that stay.
          </p>
        ) : null}
        <Actions shown={shown} />
        <DocumentSheet view={view} />
        {creditable.length === 0 ? null : (
          <CreditForms lines={creditable} once={shown.once} outcome={actionData} />
        )}
      </div>
    </>
  )
}

function Actions({
  shown: { id, email, mail, once, link, linkVersion },
}: {
  shown: Route.ComponentProps['loaderData']
}) {
  return (
    <>
      <div className="inv-acts">
        <a className="btn" href={studioPaths.invoicePdf(id)} download>
          Download PDF
        </a>
        <Form method="post">
          <input type="hidden" name="once" value={once} />
          <button type="submit" className="btn btn--line" name="intent" value="email">
            Email to {email}
          </button>
        </Form>
        {mail ? (
          <span className="inv-acts">
            <MailStateTag state={mail.state} isOutOfDate={false} />
            <Link to={studioPaths.email(mail.id)}>View email</Link>
          </span>
        ) : (
          <span className="ink2">Not emailed yet.</span>
        )}
      </div>
      <details className="bkd-more">
        <summary>Link for your client</summary>
        <Form method="post" className="inv-form">
          <p className="mono inv-link">{link}</p>
          <p className="ink2">Anyone with this link can view and download it.</p>
          <input type="hidden" name="version" value={linkVersion} />
          <button type="submit" className="btn btn--stop" name="intent" value="link">
            Replace link
          </button>
        </Form>
      </details>
    </>
  )
}
