import { data, Form, Link, redirect } from 'react-router'
import { REASON_MAX } from '~/domains/invoices/labels'
import { emailInvoice, replaceInvoiceLink } from '~/domains/invoices/links.server'
import { creditInvoice } from '~/domains/invoices/operations.server'
import { readInvoice } from '~/domains/invoices/reading.server'
import { DocumentSheet } from '~/domains/invoices/ui/document'
import { InvoiceTag } from '~/domains/invoices/ui/invoice-list'
import { MailStateTag } from '~/domains/outbox/ui/sent-emails'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/invoices/ui/invoices.css'
import type { Route } from './+types/invoice'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const found = await readInvoice(context.get(scope), params.invoice)
  if (!found) throw data(null, { status: 404 })
  const { document: _, ...shown } = found
  const done = new URL(request.url).searchParams.get('done') ?? ''
  return { ...shown, done: Object.hasOwn(DONE, done) ? (DONE[done] ?? null) : null }
}

const DONE: Record<string, string> = {
  issued: 'Invoice created. It can’t be changed anymore. Download it, or email it to your client.',
  receipt: 'Receipt created. Download it, or email it to your client.',
  credited: 'Credit note created. Its charges can be on a new invoice now.',
  emailed: 'The email is on its way.',
  link: 'Link replaced. Earlier links no longer work.',
}

type Outcome = FormOutcome<'reason'>
const NO_SERVER =
  'Your site can’t send email yet. Add a mail server under Settings › Sender, or share the link.'

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
  const { view, status, mail, done, bookingId, creditedBy } = shown
  useRefresh(mail?.state === 'queued')
  return (
    <>
      <StudioHead title={view.title} up={{ label: 'Invoices', to: studioPaths.invoices() }} />
      <div className="st-sheet">
        <FormRefusal outcome={actionData} order={['reason']} />
        {done && !actionData ? <SavedNote>{done}</SavedNote> : null}
        <div className="st-sheet__h">
          <InvoiceTag status={status} />
          {creditedBy ? <Link to={studioPaths.invoice(creditedBy)}>View credit note</Link> : null}
          <Link to={studioPaths.bookingInvoices(bookingId)}>Invoices and receipts of this booking</Link>
        </div>
        <Actions shown={shown} />
        <DocumentSheet view={view} />
        {shown.kind === 'invoice' && !creditedBy ? <CreditForm outcome={actionData} /> : null}
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

function CreditForm({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <details className="bkd-more" open={Boolean(outcome?.errors.reason)}>
      <summary>Correct this invoice</summary>
      <Form method="post" className="inv-form" noValidate>
        <p className="ink2">
          An invoice can’t be changed. A credit note cancels all of it, and stays beside it. Then you can
          create a new invoice with the same charges. You can’t undo this.
        </p>
        <Field
          name="reason"
          label="Reason"
          maxLength={REASON_MAX}
          defaultValue={outcome?.values.reason}
          error={outcome?.errors.reason}
          hint="Your client sees it. For example, wrong name."
        />
        <button type="submit" className="btn btn--stop" name="intent" value="credit">
          Create credit note
        </button>
      </Form>
    </details>
  )
}
