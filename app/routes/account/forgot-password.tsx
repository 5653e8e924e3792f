import { data, Form, Link } from 'react-router'
import { requestPasswordReset } from '~/domains/accounts/links.server'
import { FormNote } from '~/domains/accounts/ui/account-section'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { readSheet } from '~/domains/content/operations.server'
import { withGalleryPhoto } from '~/domains/galleries/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { orOutage } from '~/platform/http/outage.server'
import { clientOf } from '~/platform/http/requester.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { EmailField } from '~/ui/person-fields'
import { useSendsMail } from '~/ui/sends-mail'
import type { Route } from './+types/forgot-password'

export async function loader({ request, context }: Route.LoaderArgs) {
  const isSent = new URL(request.url).searchParams.get('next') === 'mail'
  const at = context.get(scope)
  return { sheet: await withGalleryPhoto(at, await readSheet(at, 'login')), isSent }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const email = read.form.get('email')
  return orOutage(
    at,
    () => requestLink(context, request, email),
    () => refuse(503, { sentence: NOT_NOW, errors: {}, values: { email } }),
  )
}

const NOT_NOW = 'We couldn’t send the link just now. Please try again in a minute.'

async function requestLink(context: Route.ActionArgs['context'], request: Request, email: string) {
  const at = context.get(scope)
  const requested = await requestPasswordReset(at, { email, ...clientOf(context, request) })
  // The same answer whether or not the address has an account, so that no one can find out.
  if (requested.ok) throw seeOther(`${paths.forgotPassword({ next: 'mail' })}#main`)
  switch (requested.reason) {
    case 'refused':
      return refuse(422, { errors: requested.errors, values: { email } })
    case 'too-many':
      return tooMany<FormOutcome<'email'>>(at, requested.retryAt, {
        sentence: requested.sentence,
        errors: {},
        values: { email },
      })
  }
}

const refuse = (status: number, outcome: FormOutcome<'email'>) => data(outcome, status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { siteName, siteUrl } = loaderData.sheet
  return pageMeta({
    title: 'Forgotten password',
    description: `Reset the password for your account with ${siteName} by email.`,
    path: paths.forgotPassword(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function ForgotPassword({ loaderData: { sheet, isSent }, actionData }: Route.ComponentProps) {
  const sendsMail = useSendsMail()
  if (isSent && !actionData)
    return (
      <AuthSheet title={sendsMail ? 'Check your *email.*' : 'Not *yet.*'} photo={sheet.photo}>
        <FormNote
          notice={{
            isDone: sendsMail,
            sentence: sendsMail
              ? 'If you have an account, we’ve emailed you a link to reset your password. It works once, for 30 minutes.'
              : 'This site can’t send email yet, so no link was sent. Please contact us.',
          }}
        />
      </AuthSheet>
    )
  if (!sendsMail && !actionData)
    return (
      <AuthSheet
        title="It happens to *everyone.*"
        lede="This site can’t send email yet, so we can’t send you a link to reset your password. Please contact us."
        photo={sheet.photo}
      >
        <div className="hero__act">
          <ButtonLink to={paths.contact({ subject: 'My account' })}>Contact us</ButtonLink>
          <ButtonLink to={paths.login()} variant="line">
            Sign in
          </ButtonLink>
        </div>
      </AuthSheet>
    )
  return (
    <AuthSheet
      title="It happens to *everyone.*"
      lede="Enter your email and we’ll send you a link to reset your password."
      photo={sheet.photo}
    >
      <Form
        method="post"
        action={paths.forgotPassword()}
        className="auth__form"
        noValidate
        aria-label="Forgotten password"
      >
        <FormRefusal outcome={actionData} order={['email']} />
        <EmailField
          autoComplete="username"
          value={actionData?.values.email}
          error={actionData?.errors.email}
        />
        <button type="submit" className="btn btn--wide">
          Email me a link
        </button>
        <p className="ui ink2">
          Remembered it?{' '}
          <Link className="txt" to={paths.login()}>
            Sign in
          </Link>
        </p>
      </Form>
    </AuthSheet>
  )
}
