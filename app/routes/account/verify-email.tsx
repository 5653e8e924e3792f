import { data } from 'react-router'
import { readLinkSheet } from '~/domains/accounts/links.server'
import { verifyEmail } from '~/domains/accounts/registration.server'
import { type LinkAnswer, LinkSheet, linkAnswer, WRONG_PASSWORD } from '~/domains/accounts/ui/link-sheet'
import { readForm } from '~/platform/http/forms.server'
import { browserSecretOf, clientOf } from '~/platform/http/requester.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/verify-email'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const opened = { token: params.token, browser: browserSecretOf(context, request) }
  const read = await readLinkSheet(context.get(scope), { purpose: 'verify-email', ...opened })
  return data(read, read.email === null ? 410 : 200)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const verified = await verifyEmail(at, {
    token: params.token,
    password: read.form.get('password'),
    browser: browserSecretOf(context, request),
    ...clientOf(context, request),
  })
  if (verified.ok) {
    const { begun, returnTo } = verified
    if (!begun.ok) throw seeOther(paths.login({ step: 'code', returnTo }), begun.setCookies)
    throw seeOther(returnTo ?? paths.homeOf(begun.role), begun.setCookies)
  }
  switch (verified.reason) {
    case 'wrong-password':
      return refuse(422, { errors: { password: WRONG_PASSWORD } })
    case 'too-many':
      return tooMany(at, verified.retryAt, linkAnswer({ sentence: verified.sentence }))
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
    title: 'Confirm your email',
    description: `Confirm the address of your account with ${siteName}.`,
    path: paths.login(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, email, isSameBrowser } = loaderData
  return (
    <LinkSheet
      photo={sheet.photo}
      title="Is this *you?*"
      lede={(to) => `Confirm that ${to} is your email, and your account is ready.`}
      email={email}
      answer={actionData}
      button="Confirm my email"
      stranger={
        isSameBrowser
          ? undefined
          : 'If you didn’t create an account, you can ignore this email. No one can use it without you.'
      }
      again={{ to: paths.login(), label: 'Sign in, and we’ll send another link' }}
    />
  )
}
