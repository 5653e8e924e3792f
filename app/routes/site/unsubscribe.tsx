import { data, Form, Link, useLocation, useNavigation } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { maskedEmail } from '~/domains/newsletter/email-rule'
import { findSubscription, unsubscribe } from '~/domains/newsletter/operations.server'
import { readPreferences } from '~/domains/newsletter/subscribers/preferences.server'
import { LostSubscription } from '~/domains/newsletter/ui/lost-subscription'
import { scope } from '~/platform/http/scope.server'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/unsubscribe'

/** Changes nothing, since email programs and scanners open links automatically. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const subscription = await findSubscription(at, params.token)
  if (!subscription) throw data(null, 404)
  const [{ studio }, preferences] = await Promise.all([readSettings(at), readPreferences(at, params.token)])
  return {
    hasTopics: (preferences?.topics.length ?? 0) > 0,
    newsletter: newsletterOf(request),
    email: maskedEmail(subscription.email),
    active: subscription.active,
    studioName: studio.name,
    siteUrl: at.config.siteUrl,
  }
}

/**
 * Handles the button of this page, and one-click requests of email programs, which have no cookies and expect
 * no redirect (RFC 8058, 3.1 and 3.2). The token alone authorizes. Repeating the request changes nothing.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { ok } = await unsubscribe(context.get(scope), params.token, newsletterOf(request))
  if (!ok) throw data(null, 404)
  return null
}

/** The newsletter whose link was opened. */
const newsletterOf = (request: Request): string | null => new URL(request.url).searchParams.get('newsletter')

/** The address contains a token, and the page shows the email address. */
export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: `Unsubscribe · ${loaderData.studioName}`,
        description: 'Unsubscribe from our newsletter.',
        path: paths.newsletter(),
        siteUrl: loaderData.siteUrl,
        noindex: true,
      })
    : []

export default function Unsubscribe({ loaderData, params }: Route.ComponentProps) {
  const { email, active, studioName, hasTopics, newsletter } = loaderData
  const busy = useNavigation().state === 'submitting'
  const { search } = useLocation()
  if (!active)
    return (
      <>
        <PageHead title="You’re *unsubscribed.*" />
        <div className="wrap">
          <div className="form-column">
            <div className="note note--fix" role="status">
              <Icon name="check" />
              <p>{email} won’t get our newsletter anymore.</p>
            </div>
            <p className="ink2 measure">Unsubscribed by mistake?</p>
            <Form method="post" action={paths.newsletterPreferences(params.token)}>
              <button type="submit" name="intent" value="return" className="btn btn--line">
                Subscribe again
              </button>
            </Form>
          </div>
        </div>
      </>
    )
  return (
    <>
      <PageHead title="Unsubscribe from *our newsletter?*" lede={`${studioName} sends it to ${email}.`} />
      <div className="wrap">
        <Form method="post" action={`${search}#main`} className="bk__act unsub">
          <button type="submit" className="btn" aria-busy={busy || undefined}>
            {busy ? 'Unsubscribing…' : 'Unsubscribe'}
          </button>
          <Link className="btn btn--line" to={paths.home()}>
            Stay subscribed
          </Link>
          {hasTopics ? (
            <p className="ink2">
              Or{' '}
              <Link to={paths.newsletterPreferences(params.token, { newsletter })}>choose your topics</Link>.
            </p>
          ) : null}
        </Form>
      </div>
    </>
  )
}

export const ErrorBoundary = LostSubscription
