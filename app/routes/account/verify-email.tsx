import { data } from 'react-router'
import { readLinkSheet } from '~/domains/accounts/links/operations.server'
import { verifyEmail } from '~/domains/accounts/operations.server'
import { LinkSheet } from '~/domains/accounts/ui/link-sheet'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/verify-email'

export async function loader({ params, context }: Route.LoaderArgs) {
  const read = await readLinkSheet(context.get(scope), { purpose: 'verify-email', token: params.token })
  return data(read, read.email === null ? 410 : 200)
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
  return (
    <LinkSheet
      photo={sheet.photo}
      title="Is this *you?*"
      lede={(to) => `One press confirms that ${to} is yours.`}
      email={actionData ? null : email}
      button="Confirm my address"
      again={{ to: paths.login(), label: 'Sign in, and we send another' }}
    />
  )
}
