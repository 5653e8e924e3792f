import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EntryFace, ListView } from '../../calendar/model'
import { addressOf } from './entry-link'

const SAID: Partial<Record<EntryFace['kind'], { label: string; tag: string }>> = {
  requested: { label: 'Pending', tag: 'tag tag--mark' },
  done: { label: 'Completed', tag: 'tag tag--open' },
  'no-show': { label: 'No-show', tag: 'tag tag--stop' },
}

/** The calendar's list view: days with their bookings. */
export function Agenda({ list }: { list: ListView }) {
  const { days, earlier, later, date } = list
  const query = { view: list.view, date }
  return (
    <div className="agd">
      {days.length === 0 ? (
        <div className="empty">
          <p>Nothing scheduled. Upcoming bookings and blocked time will show up here.</p>
        </div>
      ) : (
        days.map((day) => (
          <section key={day.date} className={day.isToday ? 'agd__d is-today' : 'agd__d'}>
            <h2>
              {day.name}
              {day.isToday ? ', today' : ''}
            </h2>
            <ul>
              {day.entries.map((entry) => (
                <li key={entry.id}>
                  <AgendaEntry entry={entry} query={query} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
      <div className="st-act st-next">
        {earlier ? (
          <Link className="btn btn--line" to={studioPaths.bookings({ ...query, before: earlier })}>
            Earlier
          </Link>
        ) : null}
        <Link className="btn btn--quiet" to={studioPaths.bookingList()}>
          Search all bookings
        </Link>
        {later ? (
          <Link className="btn btn--line" to={studioPaths.bookings({ ...query, after: later })}>
            Later
          </Link>
        ) : null}
      </div>
    </div>
  )
}

function AgendaEntry({ entry, query }: { entry: EntryFace; query: { view: string; date: string } }) {
  const { kind, title, detail, times } = entry
  const to = addressOf(entry, query)
  const said = SAID[kind]
  return (
    <div className={`agd__e agd__e--${kind}`}>
      <span className="mono">{times}</span>
      <div>
        {to ? (
          <Link className="st-row" to={to} prefetch="intent">
            {title}
          </Link>
        ) : (
          <b>{title}</b>
        )}
        {detail === '' ? null : <span className="ink2"> {detail}</span>}
      </div>
      {said ? <span className={said.tag}>{said.label}</span> : null}
    </div>
  )
}
