import { ButtonLink } from '~/ui/button-link'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { CorrespondenceKind, Letter } from '../correspondence/model'

const KINDS: Record<CorrespondenceKind, string> = {
  messages: 'Message',
  'date-requests': 'Date request',
  'do-not-sell': 'Do not sell',
}

/** One line of what needs an answer, with its one button. */
export function LetterEntry({ letter }: { letter: Letter }) {
  const { kind, id, from, title, excerpt, received, due } = letter
  return (
    <li className={due?.isOverdue ? 'is-late' : undefined}>
      <div>
        <p>
          <b>{KINDS[kind]}</b> {kind === 'date-requests' ? `${from}: ${title}` : from}
          {due?.isOverdue ? <span className="tag tag--stop">Overdue</span> : null}
        </p>
        <p className="s">
          {excerpt}
          {excerpt === '' ? '' : ' · '}
          {received}
        </p>
      </div>
      <ButtonLink to={studioPaths.letter(kind, id)} variant="line" aria-label={`Open: ${title}, ${from}`}>
        Open
      </ButtonLink>
    </li>
  )
}
