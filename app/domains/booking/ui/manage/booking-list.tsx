import { Form, Link, useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { StudioIcon } from '~/ui/studio/studio-icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { ListedLine } from '../../manage/list.server'
import {
  type BookingFilter,
  HELD_LABEL,
  type ListOrder,
  SEARCH_MAX,
  STATE_LABELS,
  writeBookingFilter,
} from '../../manage/model'
import { BOOKING_STATES, type BookingState } from '../../reservations/model'
import { ShortcutHint, useShortcuts } from './shortcut'

interface BookingTableProps {
  lines: ListedLine[]
  /** Whether a filter is active. */
  isNarrowed: boolean
  order: ListOrder
}

const EMPTY: Record<ListOrder, string> = {
  upcoming: 'No upcoming sessions. Bookings will show up here, or click New to add one.',
  all: 'No bookings yet. Bookings will show up here, or click New to add one.',
}

export function BookingTable({ lines, isNarrowed, order }: BookingTableProps) {
  if (lines.length === 0)
    return (
      <div className="empty">
        <p>{isNarrowed ? 'No matches. Remove a filter or search all sessions.' : EMPTY[order]}</p>
      </div>
    )
  return (
    <StudioTable columns={['Client', 'Session', 'Status', { label: 'When', right: true }]}>
      {lines.map((line) => (
        <tr key={line.id}>
          <td>
            <Link className="st-row" to={studioPaths.booking(line.id)} prefetch="intent">
              {line.name}
            </Link>
            <span className="st-cut s">{line.email}</span>
          </td>
          <td>
            <span className="st-cut">{line.title}</span>
            <span className="st-cut bkd-sub s">
              {line.place}, {line.reference}
              {line.due.map((due) => `, ${due}`)}
            </span>
          </td>
          <td>
            <BookingStateTag state={line.state} isHeld={line.isHeld} />
          </td>
          <td className="r bkd-when">
            <span>{line.day}</span>
            <span className="mono">{line.times}</span>
          </td>
        </tr>
      ))}
    </StudioTable>
  )
}

interface BookingFiltersProps {
  filter: BookingFilter
  choices: Record<'types' | 'places', { id: string; title: string }[]>
}

/** The filter form. It uses GET, so each filter has a URL. */
export function BookingFilters({ filter, choices }: BookingFiltersProps) {
  const query = writeBookingFilter(filter)
  const isFiltered = Object.values({ ...query, order: null, search: null }).some(Boolean)
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
        <WordsField value={filter.search} />
        <button type="submit" className="btn btn--line btn--icon bkd-find" aria-label="Search">
          <StudioIcon name="search" small />
        </button>
        <details className="bkd-filters" open={isFiltered}>
          <summary>Filters</summary>
          <div className="bkd-narrow bkd-narrow--all">
            <Choice
              name="state"
              label="Status"
              every="Any status"
              value={filter.state}
              options={BOOKING_STATES.map((state) => ({ id: state, title: STATE_LABELS[state] }))}
            />
            <Choice
              name="type"
              label="Session"
              every="Any session"
              value={filter.type}
              options={choices.types}
            />
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
          </div>
        </details>
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

/** The button for a manual booking; N opens it too. */
export function NewBookingLink() {
  const navigate = useNavigate()
  useShortcuts({ n: () => navigate(studioPaths.newBooking()) })
  return (
    <ButtonLink to={studioPaths.newBooking()}>
      New <ShortcutHint shortcut="N" />
    </ButtonLink>
  )
}

const LOOKS: Record<BookingState, string> = {
  requested: 'tag tag--mark',
  confirmed: 'tag',
  declined: 'tag tag--open',
  canceled: 'tag tag--stop',
  done: 'tag tag--open',
  'no-show': 'tag tag--stop',
}

export const BookingStateTag = ({ state, isHeld = false }: { state: BookingState; isHeld?: boolean }) => (
  <span className={LOOKS[state]}>{isHeld ? HELD_LABEL : STATE_LABELS[state]}</span>
)

/** The words that a list of bookings is searched for. */
export function WordsField({
  value,
  label = 'Name, email, phone, or booking number',
}: {
  value: string
  label?: string
}) {
  return (
    <label className="bkd-words">
      <span>{label}</span>
      <input className="in" type="search" name="search" defaultValue={value} maxLength={SEARCH_MAX} />
    </label>
  )
}
