import { data, Form, redirect } from 'react-router'
import { issueInvoice, issueReceipt } from '~/domains/invoices/operations.server'
import { readInvoiceRoom } from '~/domains/invoices/reading.server'
import { InvoiceTable } from '~/domains/invoices/ui/invoice-list'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/manage/manage.css'
import '~/domains/invoices/ui/invoices.css'
import type { Route } from './+types/booking-invoices'

/** Invoices and receipts of a booking, and what they can be created for. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const found = await readInvoiceRoom(context.get(scope), params.booking)
  if (!found) throw data(null, { status: 404 })
  return found
}

type Outcome = FormOutcome<'dueOn'>

export async function action({ request, params: { booking: bookingId }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  switch (form.get('intent')) {
    case 'invoice': {
      const values = { dueOn: form.get('dueOn') }
      const issued = await issueInvoice(at, { bookingId, once: form.get('once'), sent: values })
      if (issued.ok) throw redirect(studioPaths.invoice(issued.id, { done: 'issued' }), 303)
      switch (issued.reason) {
        case 'refused':
          return refuse(422, { errors: issued.errors, values })
        case 'nothing':
          return refuse(409, { sentence: 'Everything is on an invoice already.' })
        case 'missing':
          throw data(null, { status: 404 })
      }
      break
    }
    case 'receipt': {
      const issued = await issueReceipt(at, { bookingId, paymentId: form.get('payment') })
      if (issued.ok) throw redirect(studioPaths.invoice(issued.id, { done: 'receipt' }), 303)
      throw data(null, { status: 404 })
    }
  }
  throw data(BROKEN_FORM, { status: 422 })
}

const refuse = (status: number, said: Partial<Outcome>) =>
  data<Outcome>({ errors: {}, values: {}, ...said }, status)

export const meta: Route.MetaFunction = () => studioMeta('Invoices and receipts')

export default function BookingInvoices({ loaderData, actionData }: Route.ComponentProps) {
  const { bookingId, client, session, reference, next, hasUnknown, unprintable, documents, unreceipted } =
    loaderData
  return (
    <>
      <StudioHead
        title="Invoices and receipts"
        up={{ label: `Booking ${reference}`, to: studioPaths.booking(bookingId) }}
      />
      <div className="st-sheet">
        <FormRefusal outcome={actionData} order={['dueOn']} />
        <FactList
          facts={[
            { label: 'Client', value: client },
            { label: 'Session', value: session },
          ]}
        />
        <section aria-labelledby="next-invoice">
          <h2 className="st-h2" id="next-invoice">
            New invoice
          </h2>
          {hasUnknown ? <p className="ink2">The price isn’t known yet, so it isn’t on the invoice.</p> : null}
          {next !== null && unprintable.length > 0 ? (
            <p className="note">
              <span>
                The PDF shows boxes instead of these characters: {unprintable.join(' ')}. The page of the link
                shows them. To print them, use Latin characters before you create the invoice.
              </span>
            </p>
          ) : null}
          {next === null ? (
            <p className="ink2">Nothing to invoice. Every charge is on an invoice.</p>
          ) : (
            <Form method="post" className="inv-form" noValidate>
              <FactList
                facts={[
                  ...next.lines.map(({ name, amount }) => ({ label: name, value: amount })),
                  { label: 'Total', value: next.total },
                ]}
              />
              <input type="hidden" name="once" value={next.once} />
              <Field
                name="dueOn"
                label="Due"
                type="date"
                defaultValue={actionData?.values.dueOn ?? next.dueOn}
                error={actionData?.errors.dueOn}
              />
              <button type="submit" className="btn" name="intent" value="invoice">
                Create invoice
              </button>
            </Form>
          )}
        </section>
        {unreceipted.length === 0 ? null : (
          <section aria-labelledby="next-receipt">
            <h2 className="st-h2" id="next-receipt">
              Payments without a receipt
            </h2>
            <ul className="inv-list">
              {unreceipted.map(({ id, label }) => (
                <li key={id}>
                  <Form method="post" className="inv-acts">
                    <input type="hidden" name="payment" value={id} />
                    <span>{label}</span>
                    <button type="submit" className="btn btn--line" name="intent" value="receipt">
                      Create receipt<span className="vh"> for {label}</span>
                    </button>
                  </Form>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <InvoiceTable entries={documents} empty="No invoices or receipts for this booking yet." />
    </>
  )
}
