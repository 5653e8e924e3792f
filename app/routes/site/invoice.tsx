import { data } from 'react-router'
import { readReturnNews } from '~/domains/booking/online/checkout.server'
import { readSentPart } from '~/domains/booking/online/model'
import { paymentRefusal } from '~/domains/booking/online/refusals'
import { BackFromPayment } from '~/domains/booking/ui/client/back-from-payment'
import { PayButtons } from '~/domains/booking/ui/client/pay-buttons'
import { readSettings } from '~/domains/content/operations.server'
import { openInvoice } from '~/domains/invoices/links.server'
import { payInvoice, readInvoicePayments } from '~/domains/invoices/paying.server'
import { readStanding } from '~/domains/invoices/reading.server'
import { DocumentSheet, StandingCard } from '~/domains/invoices/ui/document'
import { InvoiceFailure } from '~/domains/invoices/ui/invoice-failure'
import { PayInvoice } from '~/domains/invoices/ui/pay-invoice'
import { readForm } from '~/platform/http/forms.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import { reloadWhenRefused } from '~/ui/preserve-input'
import { useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/invoices/ui/invoices.css'
import type { Route } from './+types/invoice'

/** An invoice, credit note or receipt for the reader of its link. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const isBack = new URL(request.url).searchParams.get('done') === 'paid'
  const { studio } = await readSettings(at)
  const found = await openInvoice(at, request, params.invoice)
  if (!found && isBack) return { studioName: studio.name, isBack, returned: null, invoice: null }
  if (!found) throw notFound()
  const [standing, payments] = [await readStanding(at, found), await readInvoicePayments(at, found)]
  const returned = isBack && payments ? await readReturnNews(at, found.bookingId) : null
  return { studioName: studio.name, isBack, returned, invoice: { view: found.view, standing, payments } }
}

const notFound = () => data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })

export async function action({ context, params, request }: Route.ActionArgs) {
  const at = context.get(scope)
  const found = await openInvoice(at, request, params.invoice)
  if (!found) throw notFound()
  const read = await readForm(request)
  if (!read.ok) return data({ sentence: read.sentence }, read.status)
  const part = readSentPart(read.form)
  if (read.form.get('intent') !== 'pay' || !part) return data({ sentence: BROKEN_FORM }, 422)
  const { siteUrl } = at.config
  const started = await payInvoice(at, found, part, {
    paidUrl: siteUrl + paths.invoice(found.id, { done: 'paid' }),
    backUrl: siteUrl + paths.invoice(found.id),
  })
  if (started.ok) throw seeOther(paths.invoiceCheckout(found.id))
  const { status, sentence } = paymentRefusal(started)
  return data({ sentence }, status)
}

export const shouldRevalidate = reloadWhenRefused

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.invoice?.view.title ?? 'Invoice'} · ${loaderData?.studioName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function Invoice({ loaderData, actionData, params }: Route.ComponentProps) {
  const { invoice } = loaderData
  useRefresh(loaderData.returned?.state === 'waiting', 3_000)
  if (!invoice) return <BackFromPayment />
  const { view, standing, payments } = invoice
  const canPay = (payments?.payable.length ?? 0) > 0
  const returned = actionData ? null : loaderData.returned
  const hasFailed = returned?.state === 'failed'
  const refusal = hasFailed ? { sentence: returned.words } : actionData
  return (
    <>
      <PageHead title={view.title} />
      {refusal || returned ? (
        <div className="wrap inv-news">
          <FormRefusal outcome={refusal} />
          {!returned || hasFailed ? null : (
            <div className="note note--fix" role="status">
              <Icon name="check" />
              <p>{returned.words}</p>
            </div>
          )}
        </div>
      ) : null}
      <div className="wrap inv-page">
        <DocumentSheet view={view} />
        <StandingCard view={view} standing={standing}>
          {payments ? (
            <PayInvoice payments={payments} action={paths.invoice(params.invoice)}>
              <PayButtons payable={payments.payable} className="inv-acts" />
            </PayInvoice>
          ) : null}
          <a className={canPay ? 'btn btn--line' : 'btn'} href={paths.invoicePdf(params.invoice)} download>
            Download PDF
          </a>
        </StandingCard>
      </div>
    </>
  )
}

export const ErrorBoundary = InvoiceFailure
