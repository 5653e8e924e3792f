import { data } from 'react-router'
import { readTerms } from '~/domains/content/articles/operations.server'
import { introducePage } from '~/domains/content/introductions/operations.server'
import { requestDoNotSell } from '~/domains/privacy/operations.server'
import { DoNotSellForm, type DoNotSellOutcome } from '~/domains/privacy/ui/do-not-sell-form'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { Emphasis } from '~/ui/emphasis'
import { Html } from '~/ui/html'
import { Icon } from '~/ui/icon'
import { JsonLd } from '~/ui/jsonld'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/terms'

export async function loader({ context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const terms = await readTerms(at)
  return { terms, gpc: at.gpc, about: await introducePage(at, { ...terms, path: paths.terms() }) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok) return outcome(form.status, { accepted: false, sentence: form.sentence, email: '' })

  const email = form.form.get('email')
  if (form.form.get('intent') !== 'do-not-sell')
    return outcome(400, {
      accepted: false,
      sentence: 'The form came incomplete. Please send it again.',
      email,
    })

  const requested = await requestDoNotSell(at, { email, gpc: at.gpc, network: at.clientAddress })
  if (requested.ok)
    return outcome(200, {
      accepted: true,
      sentence: `Your request is on record. It is complete by ${requested.dueLabel}, and a confirmation is on its way to ${email.trim()}.`,
      email: '',
    })
  switch (requested.reason) {
    case 'invalid-email':
      return outcome(422, {
        accepted: false,
        sentence: 'Enter a whole email address, like you@example.com.',
        email,
      })
    case 'too-many':
      return outcome(429, { accepted: false, sentence: requested.sentence, email })
  }
}

const outcome = (status: number, result: DoNotSellOutcome) => data(result, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.about.meta) : []

export default function Terms({ loaderData: { terms, gpc, about }, actionData }: Route.ComponentProps) {
  const entries = [...terms.sections, { id: 'do-not-sell', title: terms.doNotSell.title }]
  return (
    <article className="wrap terms">
      <header className="art__head">
        <h1 className="d2">
          <Emphasis text={terms.heading} />
        </h1>
        <p className="lede ink2">{terms.lede}</p>
        <p className="edge">
          <span>
            In force from <time dateTime={terms.effective.date}>{terms.effective.label}</time>
          </span>
        </p>
      </header>
      <div className="art">
        <nav className="tocc" aria-label="Contents">
          <Contents entries={entries} />
        </nav>
        <details className="toc--fold">
          <summary>Contents</summary>
          <Contents entries={entries} />
        </details>
        <div className="terms__body">
          {terms.sections.map(({ id, title, html }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 className="t2" id={`${id}-title`}>
                {title}
              </h2>
              <Html className="terms__text" html={html} />
            </section>
          ))}
          <section id="do-not-sell" aria-labelledby="do-not-sell-title" className="terms__dns">
            <h2 className="t2" id="do-not-sell-title">
              {terms.doNotSell.title}
            </h2>
            <Html className="terms__text" html={terms.doNotSell.html} />
            {gpc && (
              <div className="note note--fix">
                <Icon name="check" />
                <p>
                  Your browser sends the Global Privacy Control signal. We treat it as this request for as
                  long as you are here; you need to do nothing more.
                </p>
              </div>
            )}
            <DoNotSellForm outcome={actionData} />
          </section>
        </div>
      </div>
      <JsonLd data={about.breadcrumbs} />
    </article>
  )
}

const Contents = ({ entries }: { entries: { id: string; title: string }[] }) => (
  <ol className="toc">
    {entries.map(({ id, title }) => (
      <li key={id}>
        <a href={`#${id}`}>{title}</a>
      </li>
    ))}
  </ol>
)
