import { data, Link, redirect } from 'react-router'
import type { DateRequestField } from '~/domains/booking/date-requests/date-request'
import { readRequestableDates, requestDate } from '~/domains/booking/date-requests/operations.server'
import type { SessionType } from '~/domains/booking/model'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { DATE_REQUEST_FIELDS } from '~/domains/booking/ui/date-request-fields'
import { DateRequestForm } from '~/domains/booking/ui/date-request-form'
import { defaultPlace } from '~/domains/booking/ui/session-facts'
import { introducePage } from '~/domains/content/introductions/operations.server'
import type { Service } from '~/domains/content/model'
import { listServices, readPage } from '~/domains/content/operations.server'
import type { PhotoView } from '~/domains/photos/model'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { tooMany } from '~/platform/http/too-many.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { JsonLd } from '~/ui/jsonld'
import { keepTyped } from '~/ui/keep-typed'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/book-session'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [page, types, services, { validUntil, ...days }] = await Promise.all([
    readPage(at, 'book-session'),
    listSessionTypes(at),
    listServices(at),
    readRequestableDates(at),
  ])
  at.validUntil(validUntil)
  const query = new URL(request.url).searchParams
  const type = types.find(({ slug }) => slug === query.get('service')) ?? types[0]
  const place =
    type?.places.find(({ slug }) => slug === query.get('location')) ?? (type && defaultPlace(type))
  return {
    body: page.body,
    types,
    pictures: picturesOf(types, services),
    days,
    chosen: { service: type?.slug ?? '', location: place?.slug ?? '' },
    about: await introducePage(at, { ...page, path: paths.bookSession() }),
  }
}

/** The small photograph of the service that each session belongs to. */
function picturesOf(types: SessionType[], services: Service[]): Record<string, PhotoView> {
  const pairs = types.flatMap(({ slug, serviceSlug }) => {
    const service = services.find((each) => each.slug === serviceSlug)
    const photo = service?.thumbnail ?? service?.photo
    return photo ? [[slug, photo] as const] : []
  })
  return Object.fromEntries(pairs)
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.about.meta) : []

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok) return refuse(form.status, { sentence: form.sentence, errors: {}, values: {} })

  const values = Object.fromEntries(DATE_REQUEST_FIELDS.map((name) => [name, form.form.get(name)])) as Record<
    DateRequestField,
    string
  >
  const sent = await requestDate(at, {
    fields: values,
    honeypot: form.form.get('website'),
    startedAt: form.form.get('started'),
    network: at.clientAddress,
  })
  if (sent.ok) throw redirect(paths.thankYou({ for: 'request' }), 303)
  switch (sent.reason) {
    case 'refused':
      return refuse(422, { errors: sent.errors, values })
    case 'too-many':
      return tooMany(at, sent.retryAt, { sentence: sent.sentence, errors: {}, values })
  }
}

const refuse = (status: number, outcome: FormOutcome<DateRequestField>) => data(outcome, status)

export const clientAction = (sending: Route.ClientActionArgs) => keepTyped<DateRequestField>(sending)

export default function BookSession({ loaderData, actionData }: Route.ComponentProps) {
  const { body, types, chosen, pictures, days, about } = loaderData
  return (
    <>
      <PageHead title={body.title} lede={body.lede} />
      <div className="wrap">
        {types.length > 0 ? (
          <DateRequestForm
            key={chosen.service}
            types={types}
            pictures={pictures}
            values={actionData?.values ?? chosen}
            outcome={actionData}
            {...days}
          />
        ) : (
          <p className="lede">
            No session can be booked here at the moment. <Link to={paths.contact()}>Write to us</Link> and we
            find a day.
          </p>
        )}
      </div>
      <section className="wrap bk__next" aria-labelledby="next">
        <h2 className="t1" id="next">
          What happens next
        </h2>
        <ol className="next">
          {body.whatNext.map(({ when, text }) => (
            <li key={when}>
              <b>{when}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </section>
      <JsonLd data={about.breadcrumbs} />
    </>
  )
}
