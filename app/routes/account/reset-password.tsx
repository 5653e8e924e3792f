import { data, Form } from 'react-router'
import { readLinkSheet, resetPassword } from '~/domains/accounts/links.server'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { LinkStep } from '~/domains/accounts/ui/link-sheet'
import { NewPasswordField } from '~/domains/accounts/ui/proof-form'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/reset-password'

export async function loader({ params, context }: Route.LoaderArgs) {
  const read = await readLinkSheet(context.get(scope), { purpose: 'reset-password', token: params.token })
  return data(read, read.email === null ? 410 : 200)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const done = await resetPassword(context.get(scope), {
    token: params.token,
    password: read.form.get('password'),
  })
  if (done.ok) throw seeOther(paths.login({ news: 'password' }))
  switch (done.reason) {
    case 'refused':
      return refuse(422, { errors: done.errors, values: {} })
    case 'gone':
      return refuse(410, { errors: {}, values: {} })
  }
}

const refuse = (status: number, outcome: FormOutcome<'password'>) => data(outcome, status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { siteName, siteUrl } = loaderData.sheet
  return pageMeta({
    title: 'A new password',
    description: `Set a new password for your account with ${siteName}.`,
    path: paths.forgotPassword(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function ResetPassword({ loaderData: { sheet, email }, actionData }: Route.ComponentProps) {
  if (email === null)
    return (
      <AuthSheet title="This link has *expired.*" photo={sheet.photo}>
        <LinkStep button="" isDead again={{ to: paths.forgotPassword(), label: 'Ask for another link' }} />
      </AuthSheet>
    )
  return (
    <AuthSheet
      title="A new *password.*"
      lede="It replaces the old one and signs you out everywhere."
      photo={sheet.photo}
    >
      <Form method="post" className="auth__form" noValidate reloadDocument aria-label="A new password">
        <FormRefusal outcome={actionData} order={['password']} />
        {/* For password managers, which store email and password together. */}
        <input
          className="vh"
          type="text"
          autoComplete="username"
          defaultValue={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <NewPasswordField label="New password" error={actionData?.errors.password} />
        <button type="submit" className="btn btn--wide">
          Set this password
        </button>
      </Form>
    </AuthSheet>
  )
}
