import { data } from 'react-router'
import { followInvoiceLink } from '~/domains/invoices/links.server'
import { invoiceCookie } from '~/domains/invoices/model'
import { InvoiceFailure } from '~/domains/invoices/ui/invoice-failure'
import { setCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/invoice-link'

/** Exchanges a link to an invoice for a cookie, so that the invoice's address contains no token. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const followed = await followInvoiceLink(at, params.token)
  if (!followed) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { id } = followed
  const answer = seeOther(paths.invoice(id), [setCookie(at.config.siteUrl, invoiceCookie(id), params.token)])
  answer.headers.set('Cache-Control', 'no-store')
  throw answer
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

/** The loader always redirects, or says that there is no such invoice. */
export default function InvoiceLink() {
  return null
}

export const ErrorBoundary = InvoiceFailure
