import { Link } from 'react-router'
import type { AnswerState } from '~/platform/answerable'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Letter } from '../correspondence/model'

interface LetterTableProps {
  letters: Letter[]
  isSearch: boolean
  state: AnswerState
}

export function LetterTable({ letters, isSearch, state }: LetterTableProps) {
  if (letters.length === 0)
    return (
      <div className="empty">
        <p>{isSearch ? 'No matches. Try “All” or a different search.' : EMPTY[state]}</p>
      </div>
    )
  return (
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">About</th>
          <th scope="col">Status</th>
          <th scope="col" className="r">
            Received
          </th>
        </tr>
      </thead>
      <tbody>
        {letters.map((letter) => (
          <tr
            key={letter.id}
            data-row
            data-answer={letter.answer ? undefined : studioPaths.message(letter.kind, letter.id)}
          >
            <td>
              <Link className="st-row" to={studioPaths.message(letter.kind, letter.id)}>
                {letter.from}
              </Link>
            </td>
            <td>
              <span className="st-cut">{letter.title}</span>
              <span className="st-cut s">{letter.excerpt}</span>
            </td>
            <td>
              <LetterState letter={letter} />
            </td>
            <td className="r mono">{letter.received}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function LetterState({ letter: { answer, due } }: { letter: Letter }) {
  if (answer) return <span className="tag tag--fix">Answered</span>
  if (due?.isOverdue) return <span className="tag tag--stop">Overdue</span>
  return <span className="tag tag--dev">Unanswered</span>
}

const EMPTY: Record<AnswerState, string> = {
  waiting: 'No messages to answer. Messages from your website will show up here.',
  answered: 'No answered messages yet.',
  all: 'No messages yet. Messages from your website will show up here.',
}
