import { data } from 'react-router'
import { redeemSignInLink as enterByLink, readLinkSheet } from '~/domains/accounts/links.server'
import { LinkSheet, linkAnswer } from '~/domains/accounts/ui/link-sheet'
import { clientOf } from '~/platform/http/requester.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/sign-in-link'

export async function loader({ params, context }: Route.LoaderArgs) {
  const read = await readLinkSheet(context.get(scope), { purpose: 'sign-in', token: params.token })
  return data(read, read.email === null ? 410 : 200)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const used = await enterByLink(context.get(scope), { token: params.token, ...clientOf(context, request) })
  if (used.ok) throw seeOther(paths.homeOf(used.role), used.setCookies)
  switch (used.reason) {
    case 'two-factor':
      throw seeOther(paths.login({ step: 'code' }), used.setCookies)
    case 'gone':
      return data(linkAnswer({ isDead: true }), 410)
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
  return (
    <LinkSheet
      photo={sheet.photo}
      title="Your photos *are here.*"
      lede={(to) => `This link signs ${to} in on this device.`}
      email={email}
      answer={actionData}
      button="Sign me in"
      again={{ to: paths.login(), label: 'Ask for another link' }}
    />
  )
}
