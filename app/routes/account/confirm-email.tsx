import { data } from 'react-router'
import { confirmEmailChange, readLink } from '~/domains/accounts/links/operations.server'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { LinkStep } from '~/domains/accounts/ui/link-step'
import { readSheet } from '~/domains/content/account-sheet/operations.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/confirm-email'

/** Uses nothing up: mail programs and their scanners open links by themselves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [sheet, link] = await Promise.all([
    readSheet(at, 'login'),
    readLink(at, { purpose: 'change-email', token: params.token }),
  ])
  return data({ sheet, email: link?.email ?? null }, link ? 200 : 410)
}

export async function action({ params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const confirmed = await confirmEmailChange(at, { token: params.token })
  if (!confirmed.ok) return data({ isDead: true }, 410)
  throw seeOther(
    at.actor.kind === 'person' ? paths.profile({ done: 'email-changed' }) : paths.login({ news: 'email' }),
  )
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { siteName, siteUrl } = loaderData.sheet
  return pageMeta({
    title: 'Confirm your new address',
    description: `Confirm the new address of your account with ${siteName}.`,
    path: paths.login(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function ConfirmEmail({ loaderData: { sheet, email }, actionData }: Route.ComponentProps) {
  const isDead = email === null || actionData !== undefined
  return (
    <AuthSheet
      title={isDead ? 'This link is *spent.*' : 'A new *address.*'}
      lede={isDead ? undefined : `One press makes ${email} the address of your account.`}
      photo={sheet.photo}
    >
      <LinkStep
        button="Use this address"
        isDead={isDead}
        again={{ to: paths.profile(), label: 'Back to my account' }}
      />
    </AuthSheet>
  )
}
