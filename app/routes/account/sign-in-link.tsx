import { data } from 'react-router'
import { redeemSignInLink as enterByLink, readLink } from '~/domains/accounts/links/operations.server'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { LinkStep } from '~/domains/accounts/ui/link-step'
import { readSheet } from '~/domains/content/account-sheet/operations.server'
import { askerOf } from '~/platform/http/asker.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/sign-in-link'

/** Uses nothing up: mail programs and their scanners open links by themselves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [sheet, link] = await Promise.all([
    readSheet(at, 'login'),
    readLink(at, { purpose: 'sign-in', token: params.token }),
  ])
  return data({ sheet, email: link?.email ?? null }, link ? 200 : 410)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const used = await enterByLink(context.get(scope), { token: params.token, ...askerOf(context, request) })
  if (used.ok) throw seeOther(paths.homeOf(used.role), used.setCookies)
  switch (used.reason) {
    case 'two-factor':
      throw seeOther(paths.login({ step: 'code' }), used.setCookies)
    case 'gone':
      return data({ isDead: true }, 410)
  }
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { siteName, siteUrl } = loaderData.sheet
  return pageMeta({
    title: 'Sign in by link',
    description: `Sign in to your account with ${siteName} without a password.`,
    path: paths.login(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function SignInLink({ loaderData: { sheet, email }, actionData }: Route.ComponentProps) {
  const isDead = email === null || actionData !== undefined
  return (
    <AuthSheet
      title={isDead ? 'This link is *spent.*' : 'Your pictures *are here.*'}
      lede={isDead ? undefined : `This link signs ${email} in on this device.`}
      photo={sheet.photo}
    >
      <LinkStep
        button="Sign me in"
        isDead={isDead}
        again={{ to: paths.login(), label: 'Ask for another link' }}
      />
    </AuthSheet>
  )
}
