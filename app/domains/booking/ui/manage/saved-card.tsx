import { Form } from 'react-router'
import { useSendsMail } from '~/ui/sends-mail'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioBooking } from '../../manage/model'

/** The card that a client lets the studio charge, what it will be charged, and the button that stops it. */
export function SavedCard({ booking }: { booking: StudioBooking }) {
  const { card } = booking.payments
  const sendsMail = useSendsMail()
  if (!card) return null
  return (
    <>
      <h4 className="bkd-sub">Saved card</h4>
      <p className="ink2">
        {card.charges === ''
          ? `${card.name}. Nothing will be charged to it.`
          : !sendsMail
            ? `${card.name}. Nothing is charged to it, because there’s no mail server, and clients get an email before each charge.`
            : `${card.name}. It will be charged ${card.charges}. We’ll email the client before each charge.`}
      </p>
      <details className="bkd-more">
        <summary>What the client agreed to</summary>
        <p className="bkd-said">{card.words}</p>
        <p className="ink3">Agreed on {card.agreed}</p>
      </details>
      <Form method="post" preventScrollReset action={studioPaths.booking(booking.id)} className="st-act">
        <button type="submit" className="btn btn--line" name="intent" value="remove-card">
          Remove card
        </button>
      </Form>
    </>
  )
}
