import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { maskedEmail } from '~/domains/newsletter/email-rule'
import { unsubscribe } from '~/domains/newsletter/operations.server'
import { chooseTopics, readPreferences } from '~/domains/newsletter/subscribers/preferences.server'
import { readForm } from '~/platform/http/forms.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/newsletter-preferences'

/** The token of the links in newsletters authorizes. Opening the page changes nothing. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await readPreferences(at, params.token)
  if (!found) throw data(null, 404)
  const { studio } = await readSettings(at)
  return {
    ...found,
    email: maskedEmail(found.email),
    saved: new URL(request.url).searchParams.has('saved'),
    studioName: studio.name,
    siteUrl: at.config.siteUrl,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  if (!(await readPreferences(at, params.token))) throw data(null, 404)
  const read = await readForm(request)
  if (!read.ok) return data({ sentence: read.sentence }, read.status)
  const { form } = read
  // The newsletter whose link was opened.
  const newsletter = new URL(request.url).searchParams.get('newsletter')
  switch (form.get('intent')) {
    case 'leave': {
      await unsubscribe(at, params.token, newsletter)
      throw redirect(paths.newsletterPreferences(params.token), 303)
    }
    case 'topics': {
      if (!(await chooseTopics(at, params.token, form.getAll('topic')))) throw data(null, 404)
      throw redirect(paths.newsletterPreferences(params.token, { saved: 'yes', newsletter }), 303)
    }
    default:
      return data({ sentence: BROKEN_FORM }, 422)
  }
}

/** The address contains a token, and the page shows the email address. */
export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `Newsletter preferences · ${loaderData.studioName}`,
    description: 'Choose what you get from us.',
    path: paths.newsletter(),
    siteUrl: loaderData.siteUrl,
    noindex: true,
  })

export default function NewsletterPreferences({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isSubscribed, topics, saved } = loaderData
  const busy = useNavigation().state === 'submitting'
  if (!isSubscribed)
    return (
      <>
        <PageHead title="You’re *unsubscribed.*" lede={`${email} doesn’t get our newsletter.`} />
        <div className="wrap unsub">
          <p className="ink2">
            Changed your mind? <Link to={paths.newsletter()}>Subscribe again</Link> anytime.
          </p>
        </div>
      </>
    )
  return (
    <>
      <PageHead title="Your newsletter *preferences*" lede={`We send our newsletter to ${email}.`} />
      <div className="wrap acct__all">
        <FormRefusal outcome={actionData} />
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
                {topics.map(({ id, name, isChosen }) => (
                  <label key={id} className="chk">
                    <input type="checkbox" name="topic" value={id} defaultChecked={isChosen} />
                    <span>{name}</span>
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
        <section className="acct">
          <h2 className="t2">Unsubscribe</h2>
          <Form method="post" className="acct__body">
            <p className="ink2 measure">
              {topics.length === 0
                ? 'There are no topics to choose from right now. You can unsubscribe with one click.'
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
