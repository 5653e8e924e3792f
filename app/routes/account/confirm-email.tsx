import { data } from 'react-router'
import { confirmEmailChange, readLinkSheet } from '~/domains/accounts/links.server'
import { type LinkAnswer, LinkSheet, linkAnswer, WRONG_PASSWORD } from '~/domains/accounts/ui/link-sheet'
import { readForm } from '~/platform/http/forms.server'
import { browserSecretOf, clientOf } from '~/platform/http/requester.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/confirm-email'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const opened = { token: params.token, browser: browserSecretOf(context, request) }
  const read = await readLinkSheet(context.get(scope), { purpose: 'change-email', ...opened })
  return data(read, read.email === null ? 410 : 200)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const confirmed = await confirmEmailChange(at, {
    token: params.token,
    password: read.form.get('password'),
    browser: browserSecretOf(context, request),
    ...clientOf(context, request),
  })
  if (confirmed.ok)
    throw seeOther(
      at.actor.kind === 'person' ? paths.profile({ done: 'email-changed' }) : paths.login({ news: 'email' }),
    )
  switch (confirmed.reason) {
    case 'wrong-password':
      return refuse(422, { errors: { password: WRONG_PASSWORD } })
    case 'too-many':
      return tooMany(at, confirmed.retryAt, linkAnswer({ sentence: confirmed.sentence }))
    case 'taken':
    case 'gone':
      return refuse(410, { isDead: true })
  }
}

const refuse = (status: number, answer: Partial<LinkAnswer>) => data(linkAnswer(answer), status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { siteName, siteUrl } = loaderData.sheet
  return pageMeta({
    title: 'Confirm your new email',
    description: `Confirm the new address of your account with ${siteName}.`,
    path: paths.login(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, email, isSameBrowser } = loaderData
  return (
    <LinkSheet
      photo={sheet.photo}
      title="A new *email.*"
      lede={(to) => `You’ll sign in with ${to} from now on.`}
      email={email}
      answer={actionData}
      button="Use this email"
      stranger={
        isSameBrowser
          ? undefined
          : 'If you didn’t ask for this, you can ignore it. Nothing changes without you.'
      }
      again={{ to: paths.profile(), label: 'Back to my account' }}
    />
  )
}
