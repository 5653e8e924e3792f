import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ListOrder } from '../../manage/booking-filter'
import type { ListedLine } from '../../manage/list.server'
import { BookingStateTag } from './booking-state'

interface BookingTableProps {
  lines: ListedLine[]
  /** Whether something narrows the list. */
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
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col">Session</th>
          <th scope="col">Status</th>
          <th scope="col" className="r">
            When
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <Link className="st-row" to={studioPaths.booking(line.id)}>
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
              <BookingStateTag state={line.state} />
            </td>
            <td className="r bkd-when">
              <span>{line.day}</span>
              <span className="mono">{line.times}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
