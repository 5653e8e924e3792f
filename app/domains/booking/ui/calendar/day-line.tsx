import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { UpcomingDay } from '../../calendar/model'
import { addressOf, EntryLink } from './entry-link'

/** A day's entries, in order. Past ones are crossed out. */
export function DayLine({ day }: { day: UpcomingDay }) {
  const query = { view: 'day', date: day.date }
  if (day.entries.length === 0)
    return (
      <div className="empty">
        <p>Nothing scheduled today.</p>
      </div>
    )
  return (
    <ol className="tl">
      {day.entries.map((entry) => {
        const to = addressOf(entry, query)
        return (
          <li key={entry.id} className={entry.isOver ? 'done' : undefined}>
            <span className="tm mono">{entry.begins}</span>
            <div className="ev">
              <p>{to ? <Link to={to}>{entry.title}</Link> : <b>{entry.title}</b>}</p>
              <p className="s">{[entry.detail, entry.times].filter((each) => each !== '').join(', ')}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Several days side by side with their entries. */
export function WeekLine({ days }: { days: UpcomingDay[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className="wkl" tabIndex={0} aria-label="Next few days">
      {days.map((day) => (
        <div key={day.date} className={day.isToday ? 'is-today' : undefined}>
          <h3 className="d">
            <Link className="tap" to={studioPaths.bookings({ view: 'day', date: day.date })}>
              <span aria-hidden="true">{day.short}</span>
              <span className="vh">{day.name}</span>
            </Link>
          </h3>
          {day.entries.map((entry) => (
            <EntryLink
              key={entry.id}
              entry={entry}
              query={{ view: 'week', date: day.date }}
              className="chip"
            />
          ))}
        </div>
      ))}
    </section>
  )
}
