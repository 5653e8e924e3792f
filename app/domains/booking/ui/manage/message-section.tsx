import { Form } from 'react-router'
import { Field, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioBooking } from '../../manage/model'
import { type ManageOutcome, outcomeFor } from './decision-forms'

interface MessageSectionProps {
  booking: StudioBooking
  outcome: ManageOutcome | undefined
}

const IDS = { subject: 'message-subject', message: 'message-text' }

/** A form that emails the client a message. */
export function MessageSection({ booking, outcome }: MessageSectionProps) {
  const refusal = outcomeFor(outcome, 'message')
  return (
    <details className="bkd-more" open={Boolean(refusal)} key={booking.history.length}>
      <summary>Email client</summary>
      <Form
        method="post"
        preventScrollReset
        action={studioPaths.booking(booking.id)}
        className="bkd-form"
        noValidate
      >
        <FormRefusal outcome={refusal} order={['subject', 'message']} ids={IDS} />
        <input type="hidden" name="intent" value="message" />
        <input type="hidden" name="once" value={booking.once} />
        <Field
          id={IDS.subject}
          name="subject"
          label="Subject"
          maxLength={150}
          defaultValue={refusal?.values.subject ?? `Your booking ${booking.reference}`}
          error={refusal?.errors.subject}
        />
        <TextArea
          id={IDS.message}
          name="message"
          label="Message"
          rows={6}
          maxLength={5_000}
          hint={`Goes to ${booking.client.email}. Replies go to your studio’s email.`}
          defaultValue={refusal?.values.message ?? ''}
          error={refusal?.errors.message}
        />
        <div className="st-act">
          <button type="submit" className="btn btn--line">
            Send email
          </button>
        </div>
      </Form>
    </details>
  )
}
