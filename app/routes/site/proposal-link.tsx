import { PROPOSAL_COOKIE } from '~/domains/proposals/client/model'
import { followProposalLink } from '~/domains/proposals/client/operations.server'
import { ProposalFailure } from '~/domains/proposals/ui/proposal-failure'
import { setCookie } from '~/platform/http/capability-cookie'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/proposal-link'

/** Exchanges the link for a cookie, so that the token leaves the address bar. The link opened last wins. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const sent = await followProposalLink(at, params.token)
  requireOpened(sent ? { ok: true } : { ok: false, reason: 'none' }, context, request)
  return seeOther(paths.proposal(), [setCookie(at.config.siteUrl, PROPOSAL_COOKIE, params.token)])
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

/** The loader always redirects. */
export default function ProposalLink() {
  return null
}

export const ErrorBoundary = ProposalFailure
