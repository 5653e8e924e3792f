import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { type BookingFilter, SEARCH_MAX, writeBookingFilter } from '../../manage/booking-filter'
import { STATE_LABELS } from '../../manage/model'
import { BOOKING_STATES } from '../../reservations/model'

interface BookingFiltersProps {
  filter: BookingFilter
  choices: Record<'types' | 'places', { id: string; title: string }[]>
}

/** Narrows the list of bookings; everything is an address. */
export function BookingFilters({ filter, choices }: BookingFiltersProps) {
  const query = writeBookingFilter(filter)
  return (
    <div className="st-filter bkd-filter">
      <nav className="seg" aria-label="Which sessions">
        <Link
          to={studioPaths.bookingList({ ...query, order: null })}
          aria-current={filter.order === 'upcoming' ? 'true' : undefined}
        >
          Upcoming
        </Link>
        <Link
          to={studioPaths.bookingList({ ...query, order: 'all' })}
          aria-current={filter.order === 'all' ? 'true' : undefined}
        >
          All
        </Link>
      </nav>
      <Form
        action={studioPaths.bookingList()}
        role="search"
        className="bkd-narrow"
        key={JSON.stringify(query)}
      >
        {filter.order === 'all' ? <input type="hidden" name="order" value="all" /> : null}
        <Choice
          name="state"
          label="Status"
          every="Any status"
          value={filter.state}
          options={BOOKING_STATES.map((state) => ({ id: state, title: STATE_LABELS[state] }))}
        />
        <Choice name="type" label="Session" every="Any session" value={filter.type} options={choices.types} />
        <Choice
          name="place"
          label="Location"
          every="Any location"
          value={filter.place}
          options={choices.places}
        />
        <label>
          <span>From</span>
          <input className="in" type="date" name="from" defaultValue={filter.from ?? ''} />
        </label>
        <label>
          <span>To</span>
          <input className="in" type="date" name="until" defaultValue={filter.until ?? ''} />
        </label>
        <label className="bkd-words">
          <span>Name, email, phone, or reference</span>
          <input
            className="in"
            type="search"
            name="search"
            defaultValue={filter.search}
            maxLength={SEARCH_MAX}
          />
        </label>
        <label className="chk">
          <input type="checkbox" name="deposit" value="due" defaultChecked={filter.isDepositDue} />
          <span>Deposit due</span>
        </label>
        <label className="chk">
          <input type="checkbox" name="fee" value="due" defaultChecked={filter.isFeeDue} />
          <span>Fee due</span>
        </label>
        <button type="submit" className="btn btn--line">
          Show
        </button>
      </Form>
    </div>
  )
}

interface ChoiceProps {
  name: string
  label: string
  every: string
  value: string | null
  options: { id: string; title: string }[]
}

function Choice({ name, label, every, value, options }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select className="in" name={name} defaultValue={value ?? ''}>
        <option value="">{every}</option>
        {options.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
