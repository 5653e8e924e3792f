import { data } from 'react-router'
import { introducePage, readTerms } from '~/domains/content/operations.server'
import { readTermsStanding } from '~/domains/content/terms.server'
import { TermsArticle } from '~/domains/content/ui/terms-article'
import { TermsStanding } from '~/domains/content/ui/terms-standing'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { requestDoNotSell } from '~/domains/privacy/operations.server'
import { DoNotSellForm, type DoNotSellOutcome } from '~/domains/privacy/ui/do-not-sell-form'
import { readForm } from '~/platform/http/forms.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { NOT_STORED, orOutage } from '~/platform/http/outage.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { tooMany } from '~/platform/http/too-many.server'
import { JsonLd } from '~/ui/html'
import { Icon } from '~/ui/icon'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInput } from '~/ui/preserve-input'
import type { Route } from './+types/terms'

export async function loader({ context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [terms, { validUntil, ...standing }] = [await readTerms(at), await readTermsStanding(at)]
  at.validUntil(validUntil)
  return { terms, standing, gpc: at.gpc, about: await introducePage(at, { ...terms, path: paths.terms() }) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok) return outcome(form.status, { sentence: form.sentence, errors: {}, values: {} })

  const email = form.form.get('email')
  if (form.form.get('intent') !== 'do-not-sell')
    return outcome(400, {
      sentence: BROKEN_FORM,
      errors: {},
      values: { email },
    })

  return orOutage(
    at,
    () => takeRequest(at, email),
    () => outcome(503, { sentence: NOT_STORED, errors: {}, values: { email } }),
  )
}

async function takeRequest(at: RequestScope, email: string) {
  const confirmation = (await canSendMail(at)) ? ` We’ve emailed a confirmation to ${email.trim()}.` : ''
  const requested = await requestDoNotSell(at, { email, gpc: at.gpc, network: at.clientAddress })
  if (requested.ok)
    return outcome(200, {
      accepted: true,
      sentence: `We’ve received your request. We’ll complete it by ${requested.dueLabel}.${confirmation}`,
      errors: {},
      values: {},
    })
  switch (requested.reason) {
    case 'refused':
      return outcome(422, {
        errors: requested.errors,
        values: { email },
      })
    case 'too-many':
      return tooMany(at, requested.retryAt, { sentence: requested.sentence, errors: {}, values: { email } })
  }
}

export const clientAction = (sending: Route.ClientActionArgs) => preserveInput(sending)

const outcome = (status: number, result: DoNotSellOutcome) => data(result, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.about.meta) : []

export default function Terms({ loaderData, actionData }: Route.ComponentProps) {
  const { terms, standing, gpc, about } = loaderData
  return (
    <>
      <TermsArticle terms={terms} standing={<TermsStanding {...standing} effective={terms.effective} />}>
        {terms.measuring ? <p className="terms__text">{terms.measuring}</p> : null}
        {gpc && (
          <div className="note note--fix">
            <Icon name="check" />
            <p>
              Your browser sends the Global Privacy Control signal. We treat it as this request while you’re
              here, so you don’t need to do anything else.
            </p>
          </div>
        )}
        <DoNotSellForm outcome={actionData} />
      </TermsArticle>
      <JsonLd data={about.breadcrumbs} />
    </>
  )
}
