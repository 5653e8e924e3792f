import { data } from 'react-router'
import { openBooking } from '~/domains/booking/client/operations.server'
import { readOpenCheckout } from '~/domains/booking/online/checkout.server'
import { BookingFailure } from '~/domains/booking/ui/client/booking-parts'
import { CheckoutPage } from '~/domains/booking/ui/client/checkout-page'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/checkout'

/**
 * Leads on to the provider's page, by a header and a link. The site's policy lets no form redirect to another site,
 * and the provider may use an address of the studio's.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { booking, ref } = requireOpened(await openBooking(at, request), context, request)
  const checkout = await readOpenCheckout(at, booking.id)
  if (!checkout) throw seeOther(paths.clientBooking({ ref }))
  return data(
    { checkout, back: paths.clientBooking({ ref }) },
    { headers: { Refresh: `0; url=${checkout.url}` } },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => ({
  'Cache-Control': 'private, no-store',
  ...(loaderHeaders.has('Refresh') ? { Refresh: loaderHeaders.get('Refresh') ?? '' } : {}),
})

export const meta: Route.MetaFunction = () => [
  { title: 'Continue to payment' },
  { name: 'robots', content: 'noindex' },
]

export default function Checkout({ loaderData: { checkout, back } }: Route.ComponentProps) {
  return <CheckoutPage checkout={checkout} back={{ url: back, name: 'your booking' }} />
}

export const ErrorBoundary = BookingFailure
