import { ButtonLink } from '~/ui/button-link'
import type { Entry } from '../model'
import { placePath } from './place-path'

/** What needs an answer: each entry has one button, and the keys move from one to the next. */
export function TodoList({ entries }: { entries: Entry[] }) {
  if (entries.length === 0)
    return (
      <div className="empty">
        <p>You’re all caught up. New booking requests, messages, and failed emails will show up here.</p>
      </div>
    )
  return (
    <>
      <ul className="todo">
        {entries.map((entry) => (
          <TodoEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <p className="todo-keys" aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> move <kbd>O</kbd> open <kbd>A</kbd> answered <kbd>?</kbd> all keys
      </p>
    </>
  )
}

function TodoEntry({
  entry: { what, title, detail, urgency, place, button, isAnswerable },
}: {
  entry: Entry
}) {
  const to = placePath(place)
  return (
    <li
      className={urgency === 'late' ? 'is-late' : undefined}
      data-row
      data-answer={isAnswerable ? to : undefined}
    >
      <div>
        <p>
          <b>{what}</b> {title}
          {urgency === 'late' ? <span className="tag tag--stop">Overdue</span> : null}
        </p>
        <p className="s">{detail}</p>
      </div>
      <ButtonLink to={to} variant="line" aria-label={button.says}>
        {button.label}
      </ButtonLink>
    </li>
  )
}
