import { followManageLink } from '~/domains/booking/client/manage-link.server'
import { BOOKING_COOKIE } from '~/domains/booking/reservations/model'
import { BookingFailure } from '~/domains/booking/ui/client/booking-parts'
import { setCookie } from '~/platform/http/capability-cookie'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/link'

/** Exchanges the link for a cookie, so that the token leaves the address bar. The link opened last wins. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const booking = await followManageLink(at, params.token)
  requireOpened(booking ? { ok: true } : { ok: false, reason: 'none' }, context, request)
  return seeOther(paths.clientBooking(), [setCookie(at.config.siteUrl, BOOKING_COOKIE, params.token)])
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

/** The loader always redirects. */
export default function BookingLink() {
  return null
}

export const ErrorBoundary = BookingFailure
