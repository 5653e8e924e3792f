import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import type { AnswerState } from '~/platform/answerable'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { useToast } from '~/ui/studio/toasts'
import type { InboxMessage } from '../model'

interface MessageTableProps {
  messages: InboxMessage[]
  isSearch: boolean
  state: AnswerState
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

export function MessageState({ message: { answer, due } }: { message: InboxMessage }) {
  if (answer) return <span className="tag tag--fix">Answered</span>
  if (due?.isOverdue) return <span className="tag tag--stop">Overdue</span>
  return <span className="tag tag--dev">Unanswered</span>
}

const EMPTY: Record<AnswerState, string> = {
  waiting: 'No messages to answer. Messages from your website will show up here.',
  answered: 'No answered messages yet.',
  all: 'No messages yet. Messages from your website will show up here.',
}

/** Marks a message as answered or unanswered. With script, the page stays and offers to undo. */
export function AnswerForm({ message }: { message: InboxMessage }) {
  const fetcher = useFetcher<{ state: 'answered' | 'waiting' }>()
  const show = useToast()
  const handled = useRef<unknown>(undefined)
  const action = studioPaths.message(message.kind, message.id)
  const done = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!done || handled.current === done) return
    handled.current = done
    const isAnswered = done.state === 'answered'
    show({
      text: isAnswered ? 'Marked as answered.' : 'Marked as unanswered.',
      undo: { action, fields: { intent: isAnswered ? 'waiting' : 'answered' } },
    })
  }, [done, action, show])
  const to = message.answer ? 'waiting' : 'answered'
  return (
    <fetcher.Form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault()
        fetcher.submit({ intent: to, inPlace: 'yes' }, { method: 'post', action })
      }}
    >
      <input type="hidden" name="intent" value={to} />
      <button type="submit" className="btn btn--line" aria-busy={fetcher.state !== 'idle' || undefined}>
        {message.answer ? 'Mark as unanswered' : 'Mark as answered'}
      </button>
    </fetcher.Form>
  )
}
