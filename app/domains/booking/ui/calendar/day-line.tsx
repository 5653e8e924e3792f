import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EntryKind, UpcomingDay } from '../../calendar/model'
import { BookingStateTag } from '../manage/booking-list'
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
  const next = day.entries.findIndex(({ isOver }) => !isOver)
  return (
    <ol className="tl">
      {day.entries.map((entry, at) => {
        const to = addressOf(entry, query)
        const title = [entry.title, entry.detail].filter((each) => each !== '').join(', ')
        return (
          <li
            key={entry.id}
            className={entry.isOver ? 'done' : at === next && at > 0 ? 'tl__next' : undefined}
          >
            <span className="tm mono">{entry.begins}</span>
            <div className="ev">
              <p>{to ? <Link to={to}>{title}</Link> : <b>{title}</b>}</p>
              <p className="s">{entry.times}</p>
            </div>
            {entry.isOver && entry.kind === 'confirmed' ? null : <StateTag kind={entry.kind} />}
          </li>
        )
      })}
    </ol>
  )
}

/** Only sessions have a state. */
function StateTag({ kind }: { kind: EntryKind }) {
  return kind === 'requested' || kind === 'confirmed' || kind === 'done' || kind === 'no-show' ? (
    <BookingStateTag state={kind} />
  ) : null
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
