import { data } from 'react-router'
import { readOpenCheckout } from '~/domains/booking/online/checkout.server'
import { CheckoutPage } from '~/domains/booking/ui/client/checkout-page'
import { openInvoice } from '~/domains/invoices/links.server'
import { InvoiceFailure } from '~/domains/invoices/ui/invoice-failure'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/invoice-checkout'

/** Leads the reader of an invoice on to the provider's page, as a booking's page does for its client. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await openInvoice(at, request, params.invoice)
  if (!found) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const checkout = await readOpenCheckout(at, found.bookingId)
  if (!checkout) throw seeOther(paths.invoice(found.id))
  return data({ checkout }, { headers: { Refresh: `0; url=${checkout.url}` } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => ({
  'Cache-Control': 'private, no-store',
  ...(loaderHeaders.has('Refresh') ? { Refresh: loaderHeaders.get('Refresh') ?? '' } : {}),
})

export const meta: Route.MetaFunction = () => [
  { title: 'Continue to payment' },
  { name: 'robots', content: 'noindex' },
]

export default function InvoiceCheckout({ loaderData: { checkout }, params }: Route.ComponentProps) {
  return (
    <CheckoutPage checkout={checkout} back={{ url: paths.invoice(params.invoice), name: 'your invoice' }} />
  )
}

export const ErrorBoundary = InvoiceFailure
