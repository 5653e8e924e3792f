import { data } from 'react-router'
import { type ContactField, MESSAGE_SENT, SUBJECT_MAX } from '~/domains/contact-messages/model'
import { sendContactMessage } from '~/domains/contact-messages/operations.server'
import { CONTACT_FIELDS, ContactForm } from '~/domains/contact-messages/ui/contact-form'
import { contactLinks } from '~/domains/content/contact-links'
import {
  introducePage,
  readBusinessListing,
  readOpeningHours,
  readPage,
  readSettings,
} from '~/domains/content/operations.server'
import { optionField, variantKey, variantLabel } from '~/domains/shop/model'
import { readProduct } from '~/domains/shop/operations.server'
import { setCookie } from '~/platform/http/capability-cookie'
import { type FormFields, readForm, sentValues } from '~/platform/http/forms.server'
import { NOT_STORED, orOutage } from '~/platform/http/outage.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { CLIENT_SUBJECTS } from '~/ui/client-subjects'
import type { FormOutcome } from '~/ui/form-outcome'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInput } from '~/ui/preserve-input'
import type { Route } from './+types/contact'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [page, { studio, contact }, hours, listing] = await Promise.all([
    readPage(at, 'contact'),
    readSettings(at),
    readOpeningHours(at),
    readBusinessListing(at),
  ])
  at.validUntil(hours.validUntil)
  return {
    body: page.body,
    studio: contactLinks(studio),
    added: contact,
    hours,
    listing,
    subject: await subjectOf(request, at, page.body.topics),
    about: await introducePage(at, { ...page, path: paths.contact() }),
  }
}

/** The subject that a link to this page sets: one of the known ones, or a product with its variant and options. */
async function subjectOf(request: Request, at: RequestScope, topics: string[]) {
  const query = new URL(request.url).searchParams
  const asked = (name: string) => query.get(name) ?? ''
  const product = asked('product') === '' ? undefined : await readProduct(at, asked('product'))
  const variant = product?.variants.find((each) => variantKey(each) === asked('variant'))
  const topic = [...topics, ...CLIENT_SUBJECTS].find((each) => each === asked('subject'))
  // Anyone can write a link with any subject, so only links with known ones are cached.
  const options = (product?.options ?? []).map(({ name, choices }, at) => ({
    ...{ name, field: optionField(at) },
    chosen: choices.find((each) => each === asked(optionField(at))),
  }))
  const found = {
    ...{ product, variant, subject: topic },
    ...Object.fromEntries(options.map(({ field, chosen }) => [field, chosen])),
  }
  if (Object.entries(found).some(([name, known]) => asked(name) !== '' && !known))
    at.validUntil(at.clock.now())
  if (!product) return topic ?? null
  const chosen = options.flatMap(({ name, chosen: each }) => (each ? [`${name}: ${each}`] : []))
  return [product.title, ...(variant ? [variantLabel(variant)] : []), ...chosen]
    .join(', ')
    .slice(0, SUBJECT_MAX)
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok) return refuse(form.status, { sentence: form.sentence, errors: {}, values: {} })

  const values = sentValues(CONTACT_FIELDS, form.form) as Record<ContactField, string>
  return orOutage(
    at,
    () => send(at, form.form, values),
    () => refuse(503, { sentence: NOT_STORED, errors: {}, values }),
  )
}

async function send(at: RequestScope, form: FormFields, values: Record<ContactField, string>) {
  const sent = await sendContactMessage(at, {
    fields: values,
    honeypot: form.get('website'),
    startedAt: form.get('started'),
    network: at.clientAddress,
  })
  if (sent.ok)
    throw seeOther(paths.thankYou({ for: 'message' }), [setCookie(at.config.siteUrl, MESSAGE_SENT, 'yes')])
  switch (sent.reason) {
    case 'refused':
      return refuse(422, { errors: sent.errors, values })
    case 'too-many':
      return tooMany(at, sent.retryAt, { sentence: sent.sentence, errors: {}, values })
  }
}

const refuse = (status: number, outcome: FormOutcome<ContactField>) => data(outcome, status)

export const clientAction = (sending: Route.ClientActionArgs) => preserveInput(sending)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.about.meta) : []

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { body, studio, added, hours, listing, subject, about } = loaderData
  return (
    <>
      <PageHead title={body.title} lede={body.lede} />
      <div className="wrap two two--r contact">
        <dl className="kv2">
          {studio.phone && (
            <>
              <dt className="edge">Phone</dt>
              <dd>
                <a className="txt tap" href={studio.phone.to}>
                  {studio.phone.label}
                </a>
              </dd>
            </>
          )}
          {studio.email && (
            <>
              <dt className="edge">Email</dt>
              <dd>
                <a className="txt tap" href={studio.email.to}>
                  {studio.email.label}
                </a>
              </dd>
            </>
          )}
          <dt className="edge">Hours</dt>
          <dd>
            {hours.summary}
            {hours.hasHours && <span className="kv2__s">{hours.sentence}</span>}
          </dd>
          {body.where && (
            <>
              <dt className="edge">Where</dt>
              <dd>{body.where}</dd>
            </>
          )}
        </dl>
        <ContactForm
          topics={body.topics}
          added={added}
          values={actionData?.values ?? { subject: subject ?? '' }}
          outcome={actionData}
        />
      </div>
      <JsonLd data={[listing, about.breadcrumbs]} />
    </>
  )
}
