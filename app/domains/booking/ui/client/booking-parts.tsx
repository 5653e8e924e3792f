import { WithTimes } from '~/platform/with-times'
import { LostInAccount } from '~/ui/lost-link'
import { Breadcrumbs } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { BookingView } from '../../client/booking-view'

export const BookingFailure = ({ error }: { error: unknown }) => (
  <LostInAccount error={error} what="booking" />
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
