import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useToast } from '~/ui/studio/toasts'
import type { Letter } from '../correspondence/model'

/** Says that something is answered, or that it waits again. With script it stays on the page and offers to undo. */
export function AnswerForm({ letter }: { letter: Letter }) {
  const fetcher = useFetcher<{ state: 'answered' | 'waiting' }>()
  const show = useToast()
  const told = useRef<unknown>(undefined)
  const action = studioPaths.message(letter.kind, letter.id)
  const done = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!done || told.current === done) return
    told.current = done
    const isAnswered = done.state === 'answered'
    show({
      text: isAnswered ? 'Marked as answered.' : 'Marked as unanswered.',
      undo: { action, fields: { intent: isAnswered ? 'waiting' : 'answered' } },
    })
  }, [done, action, show])
  const to = letter.answer ? 'waiting' : 'answered'
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
        {letter.answer ? 'Mark as unanswered' : 'Mark as answered'}
      </button>
    </fetcher.Form>
  )
}
