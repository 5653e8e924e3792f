import { data, redirectDocument } from 'react-router'
import { register } from '~/domains/accounts/registration.server'
import { type RegisterField, RegisterForm } from '~/domains/accounts/ui/account-form'
import { FormNote } from '~/domains/accounts/ui/account-section'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { readSheet } from '~/domains/content/operations.server'
import { withGalleryPhoto } from '~/domains/galleries/operations.server'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { orOutage } from '~/platform/http/outage.server'
import { requesterOf } from '~/platform/http/requester.server'
import { onlyReturnTo } from '~/platform/http/return-to'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import type { Route } from './+types/register'

/** R18 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const returnTo = onlyReturnTo(query.getAll('returnTo'), at.config.siteUrl)
  if (at.actor.kind === 'person') throw redirectDocument(returnTo ?? paths.homeOf(at.actor.role))
  const sheet = await withGalleryPhoto(at, await readSheet(at, 'register'))
  return { sheet, isSent: query.get('next') === 'mail', returnTo }
}

export async function action({ request, context }: Route.ActionArgs) {
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const [name, email] = [read.form.get('name'), read.form.get('email')]
  return orOutage(
    context.get(scope),
    () => open({ request, context, form: read.form }),
    () => refuse(503, { sentence: NOT_NOW, errors: {}, values: { name, email } }),
  )
}

const NOT_NOW = 'We couldn’t create your account just now. Please try again in a minute.'

interface Submission extends Pick<Route.ActionArgs, 'request' | 'context'> {
  form: FormFields
}

async function open({ request, context, form }: Submission) {
  const [name, email] = [form.get('name'), form.get('email')]
  const password = form.get('password')
  const { from, cookie } = requesterOf(context, request)
  const returnTo = onlyReturnTo(form.getAll('returnTo'), context.get(scope).config.siteUrl)
  const done = await register(context.get(scope), { name, email, password, returnTo, ...from })
  // The same answer whether or not the address has an account, so that no one can find out.
  if (done.ok) throw seeOther(`${paths.register({ next: 'mail', returnTo })}#main`, [cookie])
  switch (done.reason) {
    case 'refused':
      return refuse(422, { errors: done.errors, values: { name, email } })
    case 'too-many':
      return tooMany<FormOutcome<RegisterField>>(context.get(scope), done.retryAt, {
        sentence: done.sentence,
        errors: {},
        values: { name, email },
      })
  }
}

const refuse = (status: number, outcome: FormOutcome<RegisterField>) => data(outcome, status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { title, description, siteName, siteUrl } = loaderData.sheet
  return pageMeta({ title, description, path: paths.register(), siteUrl, siteName })
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, isSent, returnTo } = loaderData
  const sendsMail = useSendsMail()
  if (isSent && !actionData)
    return (
      <AuthSheet title={sendsMail ? 'Check your *email.*' : 'Almost *there.*'} photo={sheet.photo}>
        <FormNote
          notice={{
            isDone: sendsMail,
            sentence: sendsMail
              ? 'We’ve sent a link to your email. Open it in this browser, and your account is ready.'
              : 'This site can’t send email yet, so the link that confirms your email wasn’t sent. Please contact us.',
          }}
        />
        {sendsMail ? (
          <p className="ui ink2 auth__form">
            No email after a few minutes? Check your spam folder, then try again. You won’t get two accounts.
          </p>
        ) : null}
        <div className="hero__act">
          <ButtonLink to={paths.login({ returnTo })} go>
            Sign in
          </ButtonLink>
        </div>
      </AuthSheet>
    )
  return (
    <AuthSheet title={sheet.heading} lede={sheet.lede} photo={sheet.photo}>
      {sendsMail ? null : (
        <p className="ui ink2">
          This site can’t send email yet. You can use your account once we’ve emailed you a link and you’ve
          opened it.
        </p>
      )}
      <RegisterForm returnTo={returnTo} outcome={actionData} />
    </AuthSheet>
  )
}
