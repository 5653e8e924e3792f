import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { type InboxMessage, type InboxState, stageLabel } from '../model'

interface MessageTableProps {
  messages: InboxMessage[]
  isSearch: boolean
  state: InboxState
}

export function MessageTable({ messages, isSearch, state }: MessageTableProps) {
  if (messages.length === 0)
    return (
      <div className="empty">
        <p>{isSearch ? 'No matches. Try “All” or a different search.' : EMPTY[state]}</p>
      </div>
    )
  return (
    <StudioTable columns={['From', 'About', 'Status', { label: 'Received', right: true }]}>
      {messages.map((message) => (
        <tr
          key={message.id}
          data-row
          data-answer={message.answer ? undefined : studioPaths.message(message.kind, message.id)}
        >
          <td>
            <Link className="st-row" to={studioPaths.message(message.kind, message.id)}>
              {message.from}
            </Link>
          </td>
          <td>
            <span className="st-cut">{message.title}</span>
            <span className="st-cut s">{message.excerpt}</span>
          </td>
          <td>
            <MessageState message={message} />
          </td>
          <td className="r mono">{message.received}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

export function MessageState({ message: { stage, due } }: { message: InboxMessage }) {
  if (stage === 'waiting' && due?.isOverdue) return <span className="tag tag--stop">Overdue</span>
  return <span className={TAGS[stage]}>{stageLabel(stage)}</span>
}

const TAGS: Record<InboxMessage['stage'], string> = {
  waiting: 'tag tag--dev',
  answered: 'tag tag--fix',
  proposal: 'tag tag--fix',
  booked: 'tag tag--fix',
  lost: 'tag',
}

const EMPTY: Record<InboxState, string> = {
  waiting: 'No messages to answer. Messages from your website will show up here.',
  answered: 'No answered messages yet.',
  proposal: 'No messages with a proposal yet. Messages you send a proposal for will show up here.',
  booked: 'No booked messages yet. Messages you make a booking from will show up here.',
  lost: 'No lost messages.',
  all: 'No messages yet. Messages from your website will show up here.',
}
