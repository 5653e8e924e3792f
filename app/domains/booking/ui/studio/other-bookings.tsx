import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioBooking } from '../../manage/model'
import { BookingStateTag } from './booking-state'

/** What else the client has booked, before and after. */
export function OtherBookings({ others, email }: Pick<StudioBooking, 'others'> & { email: string }) {
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-bookings">
      <h3 className="st-h2" id="other-bookings">
        Other bookings
      </h3>
      <ul className="bkd-hist">
        {others.map(({ id, title, day, state }) => (
          <li key={id} className="bkd-other">
            <span>
              <Link className="txt" to={studioPaths.booking(id)}>
                {title}
              </Link>
              <span className="ink2"> {day}</span>
            </span>
            <BookingStateTag state={state} />
          </li>
        ))}
      </ul>
      <p>
        <Link className="txt s" to={studioPaths.bookingList({ order: 'all', search: email })}>
          See all
        </Link>
      </p>
    </section>
  )
}
