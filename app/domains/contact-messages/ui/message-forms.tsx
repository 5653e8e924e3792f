import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useFetcher } from 'react-router'
import type { IntentOutcome } from '~/platform/forms'
import { Field } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useToast } from '~/ui/studio/toasts'
import { EVENT_FIELDS, STAGE_LABELS, type Stage } from '../handling'
import { ADDED_LABELS } from '../model'

interface MessageFormProps {
  message: {
    kind: string
    id: string
    stage: Stage
    /** Absent: a request that is only answered or unanswered. */
    inquiry?: { lostReason: string; event: Record<(typeof EVENT_FIELDS)[number], string>; version: number }
  }
  outcome: IntentOutcome | undefined
}

/** Marks a message as answered, unanswered, booked or lost. With script, the page stays and offers to undo. */
export function StageForms({ message, outcome }: MessageFormProps) {
  const { stage, inquiry } = message
  // Here, since a form disappears once it has moved the message.
  const fetcher = useFetcher<Answered>()
  const show = useToast()
  const handled = useRef<unknown>(undefined)
  /** What undoes it, from the moment of the press. */
  const undo = useRef<Record<string, string>>({})
  const action = studioPaths.message(message.kind, message.id)
  const done = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!done || !('state' in done) || handled.current === done) return
    handled.current = done
    const text = `Marked as ${STAGE_LABELS[done.state].toLowerCase()}.`
    show({ text, undo: { action, fields: undo.current } })
  }, [done, action, show])
  const refused = done && 'errors' in done ? done : outcome
  const form = (to: Stage, refusal?: IntentOutcome) => (
    <fetcher.Form
      method="post"
      action={action}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        undo.current = { intent: stage, reason: inquiry?.lostReason ?? '' }
        const fields = new FormData(event.currentTarget)
        fields.set('inPlace', 'yes')
        fetcher.submit(fields, { method: 'post', action })
      }}
    >
      <input type="hidden" name="intent" value={to} />
      {to === 'lost' ? (
        <Field
          name="reason"
          label="Reason"
          hint="For example, booked elsewhere. Only your team sees it."
          maxLength={150}
          defaultValue={refusal?.values.reason}
          error={refusal?.errors.reason}
          autoComplete="off"
        />
      ) : null}
      <button type="submit" className="btn btn--line" aria-busy={fetcher.state !== 'idle' || undefined}>
        Mark as {STAGE_LABELS[to].toLowerCase()}
      </button>
    </fetcher.Form>
  )
  const losing = refused?.intent === 'lost' ? refused : undefined
  return (
    <>
      {form(stage === 'answered' ? 'waiting' : 'answered')}
      {inquiry && stage !== 'booked' ? form('booked') : null}
      {inquiry && stage !== 'lost' ? (
        <details className="st-sure" open={losing !== undefined}>
          <summary className="btn btn--line">Mark as lost</summary>
          {form('lost', losing)}
        </details>
      ) : null}
    </>
  )
}

type Answered = { state: Stage } | IntentOutcome

/** The date, kind and location of the event, which clients often say later. */
export function EventForm({ message, outcome }: MessageFormProps): ReactNode {
  const { inquiry } = message
  if (!inquiry) return null
  const refusal = outcome?.intent === 'event' ? outcome : undefined
  return (
    <details className="st-sure" open={refusal !== undefined} key={inquiry.version}>
      <summary className="btn btn--line">Edit event</summary>
      <Form method="post" action={studioPaths.message(message.kind, message.id)} noValidate>
        <FormRefusal outcome={refusal} order={EVENT_FIELDS} />
        <input type="hidden" name="intent" value="event" />
        <input type="hidden" name="version" value={inquiry.version} />
        {EVENT_FIELDS.map((name) => (
          <Field
            key={name}
            name={name}
            label={ADDED_LABELS[name]}
            type={name === 'eventDate' ? 'date' : 'text'}
            optional
            autoComplete="off"
            defaultValue={refusal?.values[name] ?? inquiry.event[name]}
            error={refusal?.errors[name]}
          />
        ))}
        <button type="submit" className="btn btn--line">
          Save event
        </button>
      </Form>
    </details>
  )
}
