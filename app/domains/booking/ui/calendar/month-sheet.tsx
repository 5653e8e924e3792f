import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { MonthDay, MonthView } from '../../calendar/model'
import { EntryLink } from './entry-link'

/** Maximum number of entries shown per day. */
const SHOWN = 4

/** A month as a grid; phones show the number of entries per day. */
export function MonthSheet({ month }: { month: MonthView }) {
  return (
    <div className="mo">
      <div className="mo__h" aria-hidden="true">
        {month.weekdays.map((weekday) => (
          <span key={weekday}>{weekday}</span>
        ))}
      </div>
      {month.weeks.map((days) => (
        <div className="mo__w" key={days[0]?.date}>
          {days.map((day) => (
            <Day key={day.date} day={day} query={{ view: month.view, date: month.date }} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Day({ day, query }: { day: MonthDay; query: { view: string; date: string } }) {
  const { entries, date, name, isToday, isInMonth, isClosed } = day
  const classes = ['mo__d', isToday && 'is-today', !isInMonth && 'is-out', isClosed && 'off']
  const rest = entries.length - SHOWN
  const toDay = studioPaths.bookings({ view: 'day', date })
  return (
    <section className={classes.filter(Boolean).join(' ')}>
      <h2>
        <Link to={toDay}>
          <span aria-hidden="true">{day.day}</span>
          <span className="vh">
            {name}
            {isToday ? ', today' : ''}
            {entries.length > 0 ? `, ${entries.length} entries` : ''}
          </span>
          {entries.length > 0 ? (
            <i className="mo__n" aria-hidden="true">
              {entries.length}
            </i>
          ) : null}
        </Link>
      </h2>
      <ul>
        {entries.slice(0, rest === 1 ? SHOWN + 1 : SHOWN).map((entry) => (
          <li key={entry.id}>
            <EntryLink entry={entry} query={query} className="chip" />
          </li>
        ))}
      </ul>
      {rest > 1 ? (
        <Link className="mo__more" to={toDay}>
          {rest} more
        </Link>
      ) : null}
    </section>
  )
}
