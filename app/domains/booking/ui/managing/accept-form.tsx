import { Form, useNavigation } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'

/** The answer to a date that the studio moved a session to. */
export function AcceptForm({ version, reference }: { version: number; reference: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'accept'
  return (
    <Form
      method="post"
      action={paths.ownBooking({ ref: reference })}
      id="accept"
      className="bk__act mng__answer"
      aria-label="Confirm the new time"
    >
      <input type="hidden" name="intent" value="accept" />
      <input type="hidden" name="version" value={version} />
      <button type="submit" className="btn" aria-busy={busy || undefined}>
        {busy ? 'Confirming…' : 'Confirm new time'}
      </button>
      <ButtonLink to={paths.ownBookingMove({ ref: reference })} variant="line">
        Choose another time
      </ButtonLink>
    </Form>
  )
}
