import { CONTRACT_COOKIE } from '~/domains/contracts/signing/model'
import { followSigningLink } from '~/domains/contracts/signing/operations.server'
import { ContractFailure } from '~/domains/contracts/ui/contract-failure'
import { setCookie } from '~/platform/http/capability-cookie'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/contract-link'

/** Exchanges the link for a cookie, so that the token leaves the address bar. The link opened last wins. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const signing = await followSigningLink(at, params.token)
  requireOpened(signing ? { ok: true } : { ok: false, reason: 'none' }, context, request)
  return seeOther(paths.contract(), [setCookie(at.config.siteUrl, CONTRACT_COOKIE, params.token)])
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

/** The loader always redirects. */
export default function ContractLink() {
  return null
}

export const ErrorBoundary = ContractFailure
