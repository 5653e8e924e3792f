import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Day } from '../model'

/** What was asked for in the next seven days. */
export function WeekStrip({ week }: { week: Day[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className="wkl" tabIndex={0} aria-label="Next seven days, day by day">
      {week.map(({ date, weekday, number, isToday, isOpen, wishes, more }) => (
        <div key={date} className={isToday ? 'is-today' : undefined}>
          <p className="d">
            <span>{isToday ? 'Today' : weekday}</span>
            <span className="num">{number}</span>
          </p>
          {wishes.length === 0 ? <p className="wkl__none">{isOpen ? 'Nothing asked' : 'Closed'}</p> : null}
          {wishes.map(({ id, label, when, isAnswered }) => (
            <Link
              key={id}
              className={isAnswered ? 'chip' : 'chip chip--asked'}
              to={studioPaths.letter('date-requests', id)}
              title={label}
            >
              <span className="mono">{when}</span>
              <span className="chip__t">{label}</span>
              <span className="vh">, {isAnswered ? 'answered' : 'asked for'}</span>
            </Link>
          ))}
          {more ? (
            <Link className="txt" to={studioPaths.messages({ kind: 'date-requests', state: 'all' })}>
              More
              <span className="vh"> date requests</span>
            </Link>
          ) : null}
        </div>
      ))}
    </section>
  )
}
