import { isRouteErrorResponse } from 'react-router'
import { WithTimes } from '~/platform/with-times'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { BlankFrame, Failure } from '~/ui/failure'
import { Breadcrumbs } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { BookingView } from '../../client/booking-view'

/** The page for visitors without access to a booking: how to get it. */
export function BookingFailure({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <Failure error={error} />
  return (
    <div className="wrap">
      <title>Find your booking</title>
      <meta name="robots" content="noindex" />
      <div className="nf">
        <div>
          <h1 className="d2">
            <Emphasis text="We can’t find *that booking.*" />
          </h1>
          <p className="lede ink2 nf__lede">
            Use the link in our latest email about it. Older links may have stopped working. If you have an
            account with the same email, you’ll find all your bookings there.
          </p>
          <div className="hero__act">
            <ButtonLink to={paths.login({ returnTo: paths.profile() })}>Sign in</ButtonLink>
            <ButtonLink to={paths.contact({ subject: 'My booking' })} variant="line">
              Contact us
            </ButtonLink>
          </div>
        </div>
        <BlankFrame number={404} />
      </div>
    </div>
  )
}

export const BookingCrumbs = ({ here, reference }: { here: string; reference: string | null }) => (
  <Breadcrumbs
    trail={[{ label: 'Your booking', to: paths.clientBooking({ ref: reference }) }, { label: here }]}
  />
)

/** The session that a form is about. */
export const SessionLine = ({ view }: { view: Pick<BookingView, 'session' | 'when' | 'reference'> }) => (
  <p className="mng__which">
    <b>{view.session}</b>
    <span>
      <WithTimes>{view.when.day}</WithTimes>, <span>{view.when.range}</span>
    </span>
    <span className="edge">{view.reference}</span>
  </p>
)
