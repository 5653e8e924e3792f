import { data, Form, Link, useNavigation } from 'react-router'
import { confirmSession, readToConfirm } from '~/domains/booking/reservations/confirmation.server'
import { BOOKING_COOKIE } from '~/domains/booking/reservations/model'
import { SessionWords } from '~/domains/booking/ui/session-facts'
import { readSettings } from '~/domains/content/operations.server'
import { setCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInputForRetry } from '~/ui/preserve-input'
import type { Route } from './+types/confirm-booking'

/** Changes nothing, since email programs and scanners open links automatically. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await readToConfirm(at, params.token)
  if (!found) throw data(null, 404)
  const { studio } = await readSettings(at)
  const shown = { ...found, studioName: studio.name, siteUrl: at.config.siteUrl }
  return data(shown, found.state === 'over' ? 410 : 200)
}

export async function action({ params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const confirmed = await confirmSession(at, { token: params.token, network: at.clientAddress })
  if (confirmed.ok)
    throw seeOther(paths.thankYou({ newsletter: confirmed.newsletter }), [
      setCookie(at.config.siteUrl, BOOKING_COOKIE, confirmed.token),
    ])
  switch (confirmed.reason) {
    case 'missing':
      throw data(null, 404)
    case 'lapsed':
      return data({ sentence: LAPSED, errors: {}, values: {} }, 410)
    case 'taken':
      return data({ sentence: TAKEN, errors: {}, values: {} }, 409)
  }
}

const LAPSED = 'This link has expired, so the session isn’t booked. Please choose a time again.'
const TAKEN = 'We’re sorry. Someone else just booked this time. Please choose another one.'

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

/** The address contains a token, and the page shows the booking. */
export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `Confirm your booking · ${loaderData.studioName}`,
    description: 'Confirm your booking.',
    path: paths.bookSession(),
    siteUrl: loaderData.siteUrl,
    noindex: true,
  })

export default function ConfirmBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { state, session, place, when, until, isHeld, chosen } = loaderData
  const isBusy = useNavigation().state === 'submitting'
  if (state === 'confirmed')
    return (
      <PageHead
        title="Already *confirmed.*"
        lede={
          <SessionWords>{`You confirmed ${session}, ${when.fullDay}, ${when.rangeInWords}. Our email says what happens next.`}</SessionWords>
        }
      />
    )
  if (state === 'over' || actionData)
    return (
      <>
        <PageHead title="This time *isn’t booked.*" />
        <div className="wrap">
          <p className="note note--stop" role="alert">
            {actionData?.sentence ?? LAPSED}
          </p>
          <p className="bk__act unsub">
            <Link className="btn" to={paths.bookSession(chosen)}>
              Choose a time
            </Link>
          </p>
        </div>
      </>
    )
  return (
    <>
      <PageHead
        title="Confirm your *booking*"
        lede={
          <SessionWords>{`${session}, ${when.fullDay}, ${when.rangeInWords}. Location: ${place}.`}</SessionWords>
        }
      />
      <div className="wrap">
        <p className="ink2 measure">
          {isHeld
            ? `We’re holding this time for you until ${until}.`
            : `We can’t hold this time, so confirm it soon. This link works until ${until}.`}
        </p>
        <Form method="post" className="bk__act unsub">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Confirming…' : 'Confirm booking'}
          </button>
        </Form>
      </div>
    </>
  )
}
