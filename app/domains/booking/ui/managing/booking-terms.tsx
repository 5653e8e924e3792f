import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import type { BookingView } from '../../client/booking-view'

/** What moving and canceling mean now, and the way to either. */
export function BookingTerms({ view, reference }: { view: BookingView; reference: string | null }) {
  return (
    <>
      <div className="mng__term" id="move">
        <p className="measure">{view.moving}</p>
        <ButtonLink to={paths.ownBookingMove({ ref: reference })} variant="line">
          Reschedule
        </ButtonLink>
      </div>
      <div className="mng__term">
        <p className="measure">{view.canceling}</p>
        <ButtonLink to={paths.ownBookingCancel({ ref: reference })} variant="line">
          {view.state === 'requested' ? 'Withdraw request' : 'Cancel session'}
        </ButtonLink>
      </div>
    </>
  )
}
