import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { SessionWords } from '~/domains/booking/ui/session-facts'
import { WAITLIST_FIELDS, type WaitlistField } from '~/domains/booking/waitlist/model'
import { findWaitlistDay, joinWaitlist } from '~/domains/booking/waitlist/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { NOT_STORED, orOutage } from '~/platform/http/outage.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { tooMany } from '~/platform/http/too-many.server'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInputForRetry } from '~/ui/preserve-input'
import { useSendsMail } from '~/ui/sends-mail'
import type { Route } from './+types/waitlist'

const choiceIn = (request: Request) => {
  const query = new URL(request.url).searchParams
  const of = (name: string) => query.get(name) ?? ''
  return { service: of('service'), location: of('location'), date: of('date') }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const choice = choiceIn(request)
  const day = await findWaitlistDay(at, choice)
  if (!day) throw data(null, 404)
  const { studio } = await readSettings(at)
  return {
    choice: { ...choice, location: day.offer.place.slug },
    hasRoom: day.state === 'open',
    joined: new URL(request.url).searchParams.has('joined'),
    session: day.offer.type.title,
    place: day.offer.place.title,
    day: day.label,
    studioName: studio.name,
    siteUrl: at.config.siteUrl,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const choice = choiceIn(request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const values = { name: read.form.get('name'), email: read.form.get('email') }
  return orOutage(
    at,
    () => join(at, choice, values),
    () => refuse(503, { sentence: NOT_STORED, errors: {}, values }),
  )
}

async function join(
  at: RequestScope,
  choice: ReturnType<typeof choiceIn>,
  values: Record<'name' | 'email', string>,
) {
  const joined = await joinWaitlist(at, { ...choice, ...values, network: at.clientAddress })
  if (joined.ok) throw redirect(`${paths.waitingList({ ...choice, joined: 'yes' })}#main`, 303)
  switch (joined.reason) {
    case 'not-offered':
      throw data(null, 404)
    case 'open':
      return refuse(409, {
        sentence: 'That day has openings again. You can book it now.',
        errors: {},
        values,
      })
    case 'refused':
      return refuse(422, { errors: joined.errors, values })
    case 'too-many':
      return tooMany<FormOutcome<WaitlistField>>(at, joined.retryAt, {
        sentence: joined.sentence,
        errors: {},
        values,
      })
  }
}

const refuse = (status: number, outcome: FormOutcome<WaitlistField>) => data(outcome, status)

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `Waitlist · ${loaderData.studioName}`,
    description: 'We’ll email you if a time opens up.',
    path: paths.bookSession(),
    siteUrl: loaderData.siteUrl,
    noindex: true,
  })

export default function WaitingList({ loaderData, actionData }: Route.ComponentProps) {
  const { joined, hasRoom, session, place, day, choice } = loaderData
  const sendsMail = useSendsMail()
  const times = paths.bookSession(choice)
  const isBusy = useNavigation().state === 'submitting'
  if (joined)
    return (
      <>
        <PageHead
          title="You’re *on the waitlist.*"
          lede={
            <SessionWords>{`If a time opens up on ${day}, we’ll offer it to the first person in line and hold it for up to two hours. ${sendsMail ? 'We’ve emailed you this, with a link to leave the waitlist.' : 'This site can’t send email yet, so please contact us to check.'}`}</SessionWords>
          }
        />
        <div className="wrap">
          <p className="bk__act unsub">
            <Link className="btn btn--line" to={times}>
              See other days
            </Link>
          </p>
        </div>
      </>
    )
  return (
    <>
      <PageHead
        title="Join *the waitlist*"
        lede={
          <SessionWords>{`${session}, ${day}. Location: ${place}. If someone cancels, we’ll offer the time to the first person in line.`}</SessionWords>
        }
      />
      <div className="wrap">
        <Form method="post" className="form-column" noValidate>
          <FormRefusal outcome={actionData} order={WAITLIST_FIELDS} />
          {hasRoom ? (
            <p>
              {day} has open times.{' '}
              <Link className="txt" to={times}>
                Book one
              </Link>
              .
            </p>
          ) : null}
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={actionData?.values.name}
            error={actionData?.errors.name}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={actionData?.values.email}
            error={actionData?.errors.email}
          />
          <p className="bk__act unsub">
            <button type="submit" className="btn" aria-busy={isBusy || undefined}>
              {isBusy ? 'Joining…' : 'Join the waitlist'}
            </button>
            <Link className="btn btn--line" to={times}>
              Back
            </Link>
          </p>
        </Form>
      </div>
    </>
  )
}
