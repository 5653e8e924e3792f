import { data, Form, redirect, useNavigation } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { INVALID_ON_SUBMIT, maskedEmail } from '~/domains/newsletter/email-rule'
import { subscribe, unsubscribe } from '~/domains/newsletter/operations.server'
import type { SubscriberState } from '~/domains/newsletter/subscribers/model'
import {
  chooseTopics,
  correctName,
  readPreferences,
} from '~/domains/newsletter/subscribers/preferences.server'
import { LostSubscription } from '~/domains/newsletter/ui/lost-subscription'
import { readForm } from '~/platform/http/forms.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { tooMany } from '~/platform/http/too-many.server'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { NameField } from '~/ui/person-fields'
import type { Route } from './+types/newsletter-preferences'

/** The token of the links in newsletters authorizes. Opening the page changes nothing. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await readPreferences(at, params.token)
  if (!found) throw data(null, 404)
  const { studio, newsletter } = await readSettings(at)
  return {
    ...found,
    email: maskedEmail(found.email),
    saved: new URL(request.url).searchParams.has('saved'),
    invitation: newsletter.invitation,
    studioName: studio.name,
    siteUrl: at.config.siteUrl,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { token } = params
  const found = await readPreferences(at, token)
  if (!found) throw data(null, 404)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  // The newsletter whose link was opened.
  const newsletter = new URL(request.url).searchParams.get('newsletter')
  const saved = () => redirect(paths.newsletterPreferences(token, { saved: 'yes', newsletter }), 303)
  switch (form.get('intent')) {
    case 'leave': {
      await unsubscribe(at, token, newsletter)
      throw redirect(paths.newsletterPreferences(token), 303)
    }
    case 'topics': {
      if (!(await chooseTopics(at, token, form.getAll('topic')))) throw data(null, 404)
      throw saved()
    }
    case 'name': {
      const name = form.get('name')
      const renamed = await correctName(at, token, name)
      if (renamed.ok) throw saved()
      if (renamed.reason === 'missing') throw data(null, 404)
      return refuse(422, { errors: renamed.errors, values: { name } })
    }
    case 'return':
      return await subscribeAgain(at, token, found.email)
    default:
      return refuse(422, { sentence: BROKEN_FORM })
  }
}

/** If new subscribers have to confirm, so does this one: the newsletter may have been forwarded. */
async function subscribeAgain(at: RequestScope, token: string, email: string) {
  const page = '/newsletter/preferences'
  const subscribed = await subscribe(at, { email, network: at.clientAddress, page })
  if (subscribed.ok) throw redirect(paths.newsletterPreferences(token), 303)
  switch (subscribed.reason) {
    case 'already-subscribed':
      throw redirect(paths.newsletterPreferences(token), 303)
    case 'invalid-email':
      return refuse(422, { sentence: INVALID_ON_SUBMIT })
    case 'too-many':
      return tooMany<FormOutcome<'name'>>(at, subscribed.retryAt, {
        ...{ sentence: subscribed.sentence, errors: {}, values: {} },
      })
  }
}

const refuse = (status: number, outcome: Partial<FormOutcome<'name'>>) =>
  data<FormOutcome<'name'>>({ errors: {}, values: {}, ...outcome }, status)

/** The address contains a token, and the page shows the email address. */
export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: `Newsletter preferences · ${loaderData.studioName}`,
        description: 'Choose what you get from us.',
        path: paths.newsletter(),
        siteUrl: loaderData.siteUrl,
        noindex: true,
      })
    : []

export default function NewsletterPreferences({ loaderData, actionData }: Route.ComponentProps) {
  const { email, state, name, topics, saved, invitation } = loaderData
  const busy = useNavigation().state === 'submitting'
  if (state !== 'subscribed') return <NotSubscribed email={email} state={state} outcome={actionData} />
  return (
    <>
      <PageHead
        title="Your newsletter *preferences*"
        lede={`We send our newsletter to ${email}. ${invitation}`}
      />
      <div className="wrap acct__all">
        <FormRefusal outcome={actionData} order={['name']} />
        {saved && !actionData ? (
          <div className="note note--fix" role="status">
            <Icon name="check" />
            <p>Saved.</p>
          </div>
        ) : null}
        {topics.length === 0 ? null : (
          <section className="acct">
            <h2 className="t2" id="topics">
              Topics you’re interested in
            </h2>
            <Form method="post" className="acct__body">
              <fieldset className="field" aria-labelledby="topics">
                {topics.map(({ id, name: topic, isChosen }) => (
                  <label key={id} className="chk">
                    <input type="checkbox" name="topic" value={id} defaultChecked={isChosen} />
                    <span>{topic}</span>
                  </label>
                ))}
              </fieldset>
              <div>
                <button
                  type="submit"
                  name="intent"
                  value="topics"
                  className="btn"
                  aria-busy={busy || undefined}
                >
                  Save topics
                </button>
              </div>
            </Form>
          </section>
        )}
        {name === '' ? null : (
          <section className="acct">
            <h2 className="t2">Your name</h2>
            <Form method="post" className="acct__body acct__form" noValidate>
              <NameField
                label="Name"
                optional
                value={actionData?.values.name ?? name}
                error={actionData?.errors.name}
                hint="Leave blank to remove it."
              />
              <div>
                <button type="submit" name="intent" value="name" className="btn">
                  Save name
                </button>
              </div>
            </Form>
          </section>
        )}
        <section className="acct">
          <h2 className="t2">Unsubscribe</h2>
          <Form method="post" className="acct__body">
            <p className="ink2 measure">
              {topics.length === 0
                ? 'You can unsubscribe with one click.'
                : 'Don’t want any of it? You can unsubscribe with one click.'}
            </p>
            <div>
              <button type="submit" name="intent" value="leave" className="btn btn--line">
                Unsubscribe
              </button>
            </div>
          </Form>
        </section>
      </div>
    </>
  )
}

const HEADS: Record<
  Exclude<SubscriberState, 'subscribed'>,
  (email: string) => [title: string, lede: string]
> = {
  unsubscribed: (email) => ['You’re *unsubscribed.*', `${email} doesn’t get our newsletter.`],
  'not-confirmed': (email) => [
    'Almost *done*',
    `We’ll send our newsletter to ${email} once you press the button in the email that asks you to confirm.`,
  ],
  bounced: (email) => [
    'Our emails *didn’t arrive*',
    `We stopped sending our newsletter to ${email} because our emails were returned.`,
  ],
  complained: (email) => [
    'You’re *unsubscribed.*',
    `We stopped sending our newsletter to ${email} after it was reported as spam.`,
  ],
}

/** Why someone gets no newsletter, and how to get it again. */
function NotSubscribed(props: {
  email: string
  state: keyof typeof HEADS
  outcome: FormOutcome<'name'> | undefined
}) {
  const { email, state, outcome } = props
  const [title, lede] = HEADS[state](email)
  return (
    <>
      <PageHead title={title} lede={lede} />
      <div className="wrap unsub">
        <FormRefusal outcome={outcome} order={['name']} />
        {state === 'unsubscribed' ? (
          <Form method="post">
            <button type="submit" name="intent" value="return" className="btn btn--line">
              Subscribe again
            </button>
          </Form>
        ) : null}
        {state === 'bounced' ? <ButtonLink to={paths.contact()}>Contact us</ButtonLink> : null}
      </div>
    </>
  )
}

export const ErrorBoundary = LostSubscription
