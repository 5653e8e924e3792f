import { data, Form, Link } from 'react-router'
import { readOwnerLink, redeemOwnerLink } from '~/domains/accounts/team.server'
import type { RegisterField } from '~/domains/accounts/ui/account-form'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { LinkStep } from '~/domains/accounts/ui/link-sheet'
import { NewPasswordField } from '~/domains/accounts/ui/proof-form'
import { canRestoreFirst } from '~/domains/backup/backups/first-restore.server'
import { readSheet } from '~/domains/content/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { clientOf } from '~/platform/http/requester.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { EmailField, NameField } from '~/ui/person-fields'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/owner-link'

/**
 * D5: opens the link that the server prints, which creates an owner. Invited assistants get the same kind of
 * link.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [sheet, link, canRestore] = await Promise.all([
    readSheet(at, 'register'),
    readOwnerLink(at, params.token),
    canRestoreFirst(at, params.token),
  ])
  return data({ sheet, link: link ?? null, canRestore }, link ? 200 : 410)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const [name, email] = [read.form.get('name'), read.form.get('email')]
  const redeemed = await redeemOwnerLink(context.get(scope), {
    token: params.token,
    name,
    email,
    password: read.form.get('password'),
    ...clientOf(context, request),
  })
  if (redeemed.ok) {
    const isOwner = redeemed.role === 'owner'
    throw seeOther(isOwner ? studioPaths.setup() : paths.homeOf(redeemed.role), redeemed.setCookies)
  }
  switch (redeemed.reason) {
    case 'refused':
      return refuse(422, { errors: redeemed.errors, values: { name, email } })
    case 'two-factor':
      throw seeOther(paths.login({ step: 'code' }), redeemed.setCookies)
    case 'gone':
      return refuse(410, { errors: {}, values: {} })
  }
}

const refuse = (status: number, outcome: FormOutcome<RegisterField>) => data(outcome, status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { siteName, siteUrl } = loaderData.sheet
  return pageMeta({
    title: 'Your Studio',
    description: `Open the back office of ${siteName}.`,
    path: paths.login(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function OwnerLink({
  loaderData: { sheet, link, canRestore },
  actionData,
  params: { token },
}: Route.ComponentProps) {
  if (!link)
    return (
      <AuthSheet title="This link has *expired.*" photo={sheet.photo}>
        <LinkStep button="" isDead again={{ to: paths.login(), label: 'Sign in' }} />
      </AuthSheet>
    )
  const lede =
    link.role === 'owner'
      ? 'Set up your account. You’ll be the owner. This link works once. If you already have an account with this email, this replaces its password.'
      : 'You’re invited to join the Studio. This link works once.'
  return (
    <AuthSheet title="Welcome to *the Studio.*" lede={lede} photo={sheet.photo}>
      <Form method="post" className="auth__form" noValidate reloadDocument aria-label="Your account">
        <FormRefusal outcome={actionData} order={['name', 'email', 'password']} />
        <NameField value={actionData?.values.name} error={actionData?.errors.name} />
        <EmailField
          autoComplete="username"
          value={link.email ?? actionData?.values.email}
          error={actionData?.errors.email}
          readOnly={link.email !== undefined}
        />
        <NewPasswordField error={actionData?.errors.password} />
        <button type="submit" className="btn btn--wide">
          Open the Studio
        </button>
        {canRestore ? (
          <p className="ui ink2">
            Moving from another server?{' '}
            <Link className="txt" to={paths.firstRestore(token)}>
              Restore from a backup
            </Link>
          </p>
        ) : null}
      </Form>
    </AuthSheet>
  )
}
