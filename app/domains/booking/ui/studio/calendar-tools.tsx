import { ButtonLink } from '~/ui/button-link'
import { StudioIcon } from '~/ui/studio/studio-icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { CalendarView } from '../../calendar/model'

const TAGS: Record<CalendarView['counts'][number]['kind'], string> = {
  confirmed: 'tag',
  requested: 'tag tag--mark',
  held: 'tag tag--dev',
  done: 'tag tag--open',
  'no-show': 'tag tag--stop',
}

/** How much of what stands in the days that are shown, and what can be done with time itself. */
export function CalendarTools({
  counts,
  waiting,
  query,
  isOwner,
}: {
  counts: CalendarView['counts']
  /** Who waits for a start on the days that are shown. */
  waiting: number
  query: { view: string; date: string }
  isOwner: boolean
}) {
  return (
    <div className="tool">
      {counts.map(({ kind, label, count }) => (
        <span key={kind} className={TAGS[kind]}>
          {label} {count}
        </span>
      ))}
      {waiting > 0 ? (
        <ButtonLink to={studioPaths.waitlist()} variant="quiet">
          {waiting} on the waitlist
        </ButtonLink>
      ) : null}
      <span className="sp" />
      <ButtonLink to={studioPaths.newBlock(query)} variant="quiet">
        <StudioIcon name="lock" small />
        Block time
      </ButtonLink>
      {isOwner ? (
        <ButtonLink to={studioPaths.availability()} variant="quiet" className="tool__hours">
          <StudioIcon name="hours" small />
          Availability
        </ButtonLink>
      ) : null}
    </div>
  )
}
