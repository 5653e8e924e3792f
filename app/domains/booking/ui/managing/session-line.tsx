import type { BookingView } from '../../client/booking-view'

/** Which session a step is about. */
export const SessionLine = ({ view }: { view: Pick<BookingView, 'session' | 'when' | 'reference'> }) => (
  <p className="mng__which">
    <b>{view.session}</b>
    <span>
      {view.when.day}, {view.when.range}
    </span>
    <span className="edge">{view.reference}</span>
  </p>
)
