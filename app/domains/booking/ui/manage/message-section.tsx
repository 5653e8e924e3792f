import { Field, TextArea } from '~/ui/field'
import { outcomeFor, type SectionProps } from './decision-forms'
import { FoldedForm } from './folded-form'

const IDS = { subject: 'message-subject', message: 'message-text' }

/** A form that emails the client a message. */
export function MessageSection({ booking, outcome }: SectionProps) {
  const refusal = outcomeFor(outcome, 'message')
  return (
    <FoldedForm
      key={booking.history.length}
      {...{ booking, refusal }}
      summary="Email client"
      intent="message"
      order={['subject', 'message']}
      ids={IDS}
      button="Send email"
    >
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
    </FoldedForm>
  )
}
