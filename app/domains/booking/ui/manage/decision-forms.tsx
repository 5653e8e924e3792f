import { useEffect, useRef } from 'react'
import { Form, useFetcher } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { FieldError, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { useEmailHint } from '~/ui/sends-mail'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useToast } from '~/ui/studio/toasts'
import type { Decision, StudioBooking } from '../../manage/model'
import type { BookingState } from '../../reservations/model'
import { FoldedForm } from './folded-form'
import { ShortcutHint, useShortcuts } from './shortcut'

export interface SectionProps {
  booking: StudioBooking
  outcome: ManageOutcome | undefined
}

/** Confirms or declines a request. */
export function DecideForm({ booking, outcome }: SectionProps) {
  const refusal = outcomeFor(outcome, 'confirm', 'decline')
  const accept = useRef<HTMLButtonElement>(null)
  useShortcuts({ a: () => accept.current?.click() })
  return (
    <Form
      method="post"
      preventScrollReset
      action={studioPaths.booking(booking.id)}
      className="bkd-form"
      noValidate
      key={booking.version}
    >
      <FormRefusal outcome={refusal} order={['words']} ids={{ words: 'decide-words' }} />
      <input type="hidden" name="version" value={booking.version} />
      <TextArea
        id="decide-words"
        name="words"
        label="Reply"
        optional
        rows={3}
        maxLength={2_000}
        hint="We’ll include it in the email."
        defaultValue={refusal?.values.words ?? ''}
        error={refusal?.errors.words}
      />
      <div className="st-act">
        <button type="submit" name="intent" value="confirm" className="btn" ref={accept}>
          {booking.hold?.until ? 'Confirm now' : 'Accept'} <ShortcutHint shortcut="A" />
        </button>
        <ProposeLink booking={booking} />
        <button type="submit" name="intent" value="decline" className="btn btn--quiet bkd-no">
          Decline
        </button>
      </div>
    </Form>
  )
}

const ProposeLink = ({ booking }: { booking: StudioBooking }) => (
  <ButtonLink
    to={`${studioPaths.booking(booking.id, { reschedule: booking.date })}#reschedule`}
    variant="line"
    preventScrollReset
  >
    Propose time <ShortcutHint shortcut="P" />
  </ButtonLink>
)

const CLOSINGS: { decision: Decision; label: string }[] = [
  { decision: 'done', label: 'Mark as completed' },
  { decision: 'no-show', label: 'No-show' },
  { decision: 'reopen', label: 'Reopen booking' },
]

const DONE_TEXT: Partial<Record<Decision, string>> = {
  done: 'Marked as completed.',
  'no-show': 'Marked as a no-show.',
  reopen: 'Booking reopened.',
}

/** The decision that undoes another, by the status before. */
const BACK_TO: Partial<Record<BookingState, Decision>> = {
  confirmed: 'reopen',
  done: 'done',
  'no-show': 'no-show',
}

/** Records whether a session took place. With script, it stays on the page and offers to undo. */
export function CloseForm({ booking, outcome }: SectionProps) {
  const fetcher = useFetcher<{ done: Decision; before: BookingState; version: number } | ManageOutcome>()
  const show = useToast()
  const handled = useRef<unknown>(undefined)
  const action = studioPaths.booking(booking.id)
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const done = answer && 'done' in answer ? answer : undefined
  useEffect(() => {
    if (!done || handled.current === done) return
    handled.current = done
    const back = BACK_TO[done.before]
    show({
      text: DONE_TEXT[done.done] ?? 'Done.',
      ...(back ? { undo: { action, fields: { intent: back, version: String(done.version) } } } : {}),
    })
  }, [done, action, show])
  const refusal =
    answer && 'intent' in answer ? answer : outcomeFor(outcome, ...CLOSINGS.map(({ decision }) => decision))
  const possible = CLOSINGS.filter(({ decision }) => booking.can.decisions.includes(decision))
  if (possible.length === 0 && !refusal) return null
  return (
    <div className="bkd-form">
      <FormRefusal outcome={refusal} />
      <div className="st-act">
        {possible.map(({ decision, label }) => (
          <fetcher.Form
            key={decision}
            method="post"
            action={action}
            onSubmit={(event) => {
              event.preventDefault()
              fetcher.submit(
                { intent: decision, version: String(booking.version), inPlace: 'yes' },
                { method: 'post', action },
              )
            }}
          >
            <input type="hidden" name="version" value={booking.version} />
            <button type="submit" name="intent" value={decision} className="btn btn--line">
              {label}
            </button>
          </fetcher.Form>
        ))}
      </div>
    </div>
  )
}

/** Cancels a booking, with a message to the client. */
export function CancelSection({ booking, outcome }: SectionProps) {
  const emailHint = useEmailHint('We’ll email the client either way.')
  const refusal = outcomeFor(outcome, 'cancel')
  return (
    <FoldedForm
      key={`cancel ${booking.version}`}
      {...{ booking, refusal }}
      summary="Cancel booking"
      intent="cancel"
      order={['deposit', 'words']}
      ids={{ words: 'cancel-words', deposit: 'cancel-deposit' }}
      button="Cancel booking"
      buttonClass="btn btn--line bkd-no"
    >
      <input type="hidden" name="version" value={booking.version} />
      <DepositChoice booking={booking} refusal={refusal} />
      <TextArea
        id="cancel-words"
        name="words"
        label="Message to client"
        optional
        rows={3}
        maxLength={2_000}
        hint={emailHint}
        defaultValue={refusal?.values.words ?? ''}
        error={refusal?.errors.words}
      />
    </FoldedForm>
  )
}

/** Whether the deposit is refunded or kept, if the terms allow both. */
function DepositChoice({ booking, refusal }: { booking: StudioBooking; refusal: ManageOutcome | undefined }) {
  const { goesBack, kept } = booking.cancelTerms
  const error = refusal?.errors.deposit
  const wrong = error ? <FieldError id="cancel-deposit-error">{error}</FieldError> : null
  if (kept === '')
    return (
      <div id="cancel-deposit">
        <p>{goesBack}</p>
        {wrong}
      </div>
    )
  return (
    <fieldset
      className="bkd-choice"
      id="cancel-deposit"
      tabIndex={-1}
      aria-describedby={error ? 'cancel-deposit-error' : undefined}
    >
      <legend className="lbl">Deposit</legend>
      <label className="chk">
        <input type="radio" name="deposit" value="back" defaultChecked={refusal?.values.deposit !== 'kept'} />
        <span>Nothing to keep. {goesBack}</span>
      </label>
      <label className="chk">
        <input type="radio" name="deposit" value="kept" defaultChecked={refusal?.values.deposit === 'kept'} />
        <span>{kept}</span>
      </label>
      {wrong}
    </fieldset>
  )
}

/** The result of a failed form beside a booking. */
export interface ManageOutcome extends FormOutcome<string> {
  /** The form's intent. */
  intent: string
  /** Rules for clients that the booking breaks. A checkbox confirms that it's on purpose. */
  warnings?: string[]
}

/** The outcome if it belongs to this form. */
export const outcomeFor = (
  outcome: ManageOutcome | undefined,
  ...intents: string[]
): ManageOutcome | undefined => (outcome && intents.includes(outcome.intent) ? outcome : undefined)
