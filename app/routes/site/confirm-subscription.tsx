import { data, Form, Link, useNavigation } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { maskedEmail } from '~/domains/newsletter/email-rule'
import { confirmSubscription, findConfirmation } from '~/domains/newsletter/operations.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { LostLink } from '~/ui/lost-link'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/confirm-subscription'

/** Changes nothing, since email programs and scanners open links automatically. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await findConfirmation(at, params.token)
  if (!found) throw data(null, 404)
  const { studio } = await readSettings(at)
  return {
    email: maskedEmail(found.email),
    state: found.state,
    studioName: studio.name,
    siteUrl: at.config.siteUrl,
  }
}

export async function action({ params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { ok } = await confirmSubscription(at, params.token, at.clientAddress)
  if (!ok) throw data(null, 404)
  return null
}

/** The address contains a token, and the page shows the email address. */
export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: `Newsletter · ${loaderData.studioName}`,
        description: 'Confirm your subscription.',
        path: paths.newsletter(),
        siteUrl: loaderData.siteUrl,
        noindex: true,
      })
    : []

export default function ConfirmSubscription({ loaderData: { email, state } }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  if (state === 'confirmed')
    return (
      <>
        <PageHead title="You’re *on the list.*" lede={`We’ll send our newsletter to ${email}.`} />
        <div className="wrap unsub">
          <Link className="btn btn--line" to={paths.gallery()}>
            See the gallery
          </Link>
        </div>
      </>
    )
  if (state === 'left')
    return (
      <>
        <PageHead title="You’re *unsubscribed.*" lede={`${email} won’t get our newsletter.`} />
        <div className="wrap unsub">
          <p className="ink2">
            Changed your mind? <Link to={paths.newsletter()}>Subscribe again</Link> anytime.
          </p>
        </div>
      </>
    )
  return (
    <>
      <PageHead title="Confirm *your subscription*" lede={`We’ll send our newsletter to ${email}.`} />
      <div className="wrap">
        <Form method="post" className="bk__act unsub">
          <button type="submit" className="btn" aria-busy={busy || undefined}>
            {busy ? 'Confirming…' : 'Confirm subscription'}
          </button>
          <Link className="btn btn--line" to={paths.home()}>
            No, thanks
          </Link>
        </Form>
      </div>
    </>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <LostLink error={error} what="subscription" more="You can also subscribe again.">
    <ButtonLink to={paths.newsletter()}>Subscribe again</ButtonLink>
  </LostLink>
)
