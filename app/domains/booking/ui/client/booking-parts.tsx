import { WithTimes } from '~/platform/with-times'
import { ButtonLink } from '~/ui/button-link'
import { LostLink } from '~/ui/lost-link'
import { Breadcrumbs } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { BookingView } from '../../client/booking-view'

export const BookingFailure = ({ error }: { error: unknown }) => (
  <LostLink
    error={error}
    what="booking"
    more="If you have an account with the same email, you’ll find all your bookings there."
  >
    <ButtonLink to={paths.login({ returnTo: paths.profile() })}>Sign in</ButtonLink>
    <ButtonLink to={paths.contact({ subject: 'My booking' })} variant="line">
      Contact us
    </ButtonLink>
  </LostLink>
)

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
