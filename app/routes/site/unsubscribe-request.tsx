import { data, Form, href, useNavigation } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { requestUnsubscribeLink } from '~/domains/newsletter/subscribers/preferences.server'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { tooMany } from '~/platform/http/too-many.server'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { EmailField } from '~/ui/person-fields'
import { useSendsMail } from '~/ui/sends-mail'
import type { Route } from './+types/unsubscribe-request'

/** For people whose link was lost or cut. */
export async function loader({ context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  return { studioName: studio.name, siteUrl: at.config.siteUrl }
}

type Outcome = FormOutcome<'email'> & { isSent?: boolean }

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const read = await readForm(request)
  if (!read.ok) return data<Outcome>({ sentence: read.sentence, errors: {}, values: {} }, read.status)
  const values = { email: read.form.get('email') }
  const requested = await requestUnsubscribeLink(at, { ...values, network: at.clientAddress })
  if (requested.ok) return data<Outcome>({ isSent: true, errors: {}, values: {} })
  switch (requested.reason) {
    case 'refused':
      return data<Outcome>({ errors: requested.errors, values }, 422)
    case 'too-many':
      return tooMany<Outcome>(at, requested.retryAt, { sentence: requested.sentence, errors: {}, values })
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `Unsubscribe · ${loaderData.studioName}`,
    description: 'Unsubscribe from our newsletter.',
    path: href('/newsletter/unsubscribe'),
    siteUrl: loaderData.siteUrl,
    noindex: true,
  })

export default function RequestUnsubscribe({ actionData }: Route.ComponentProps) {
  const sendsMail = useSendsMail()
  const busy = useNavigation().state === 'submitting'
  if (!sendsMail)
    return (
      <>
        <PageHead
          title="Unsubscribe from *our newsletter*"
          lede="This site can’t send email yet, so we can’t send you a link. Write to us, and we’ll unsubscribe you."
        />
        <div className="wrap unsub">
          <ButtonLink to={paths.contact()}>Contact us</ButtonLink>
        </div>
      </>
    )
  if (actionData?.isSent)
    return (
      <>
        <PageHead title="Check your *email*" />
        <div className="wrap">
          <div className="form-column">
            <div className="note note--fix" role="status">
              <Icon name="check" />
              <p>If this email is subscribed, we’ll send it a link to unsubscribe.</p>
            </div>
          </div>
        </div>
      </>
    )
  return (
    <>
      <PageHead
        title="Unsubscribe from *our newsletter*"
        lede="Enter your email. If it’s subscribed, we’ll send you a link to unsubscribe."
      />
      <div className="wrap">
        <Form method="post" action="#main" className="form-column" noValidate>
          <FormRefusal outcome={actionData} order={['email']} />
          <EmailField value={actionData?.values.email} error={actionData?.errors.email} />
          <div>
            <button type="submit" className="btn" aria-busy={busy || undefined}>
              {busy ? 'Sending…' : 'Email me a link'}
            </button>
          </div>
        </Form>
      </div>
    </>
  )
}
