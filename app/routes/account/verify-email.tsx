import { data } from 'react-router'
import { readLink } from '~/domains/accounts/links/operations.server'
import { verifyEmail } from '~/domains/accounts/operations.server'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { LinkStep } from '~/domains/accounts/ui/link-step'
import { readSheet } from '~/domains/content/account-sheet/operations.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/verify-email'

/** Uses nothing up: mail programs and their scanners open links by themselves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [sheet, link] = await Promise.all([
    readSheet(at, 'login'),
    readLink(at, { purpose: 'verify-email', token: params.token }),
  ])
  return data({ sheet, email: link?.email ?? null }, link ? 200 : 410)
}

export async function action({ params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { ok } = await verifyEmail(at, { token: params.token })
  if (ok) throw seeOther(at.actor.kind === 'person' ? paths.profile() : paths.login({ news: 'verified' }))
  return data({ isDead: true }, 410)
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { siteName, siteUrl } = loaderData.sheet
  return pageMeta({
    title: 'Confirm your address',
    description: `Confirm the address of your account with ${siteName}.`,
    path: paths.login(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function VerifyEmail({ loaderData: { sheet, email }, actionData }: Route.ComponentProps) {
  const isDead = email === null || actionData !== undefined
  return (
    <AuthSheet
      title={isDead ? 'This link is *spent.*' : 'Is this *you?*'}
      lede={isDead ? undefined : `One press confirms that ${email} is yours.`}
      photo={sheet.photo}
    >
      <LinkStep
        button="Confirm my address"
        isDead={isDead}
        again={{ to: paths.login(), label: 'Sign in, and we send another' }}
      />
    </AuthSheet>
  )
}
