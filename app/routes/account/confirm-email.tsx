import { data } from 'react-router'
import { confirmEmailChange, readLinkSheet } from '~/domains/accounts/links/operations.server'
import { LinkSheet } from '~/domains/accounts/ui/link-sheet'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/confirm-email'

export async function loader({ params, context }: Route.LoaderArgs) {
  const read = await readLinkSheet(context.get(scope), { purpose: 'change-email', token: params.token })
  return data(read, read.email === null ? 410 : 200)
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
  return (
    <LinkSheet
      photo={sheet.photo}
      title="A new *address.*"
      lede={(to) => `One press makes ${to} the address of your account.`}
      email={actionData ? null : email}
      button="Use this address"
      again={{ to: paths.profile(), label: 'Back to my account' }}
    />
  )
}
