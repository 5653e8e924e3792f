import { Form } from 'react-router'
import { useSendsMail } from '~/ui/sends-mail'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioBooking } from '../../manage/model'

/** The reminders that a booking's client will get, and the buttons that turn them off. */
export function PaymentReminders({ booking }: { booking: StudioBooking }) {
  const sendsMail = useSendsMail()
  const { next, isOff, isClientOff, last } = booking.reminders
  const isAnyOff = isOff || isClientOff
  if (next.length === 0 && !isAnyOff && last === '') return null
  return (
    <>
      <h4 className="bkd-sub">Reminders</h4>
      {last === '' ? null : <p className="ink3">Last one: {last}</p>}
      {isAnyOff ? (
        <p className="ink2">
          {isClientOff
            ? 'This client gets no payment reminders for any booking.'
            : 'The client gets no payment reminders for this booking.'}
        </p>
      ) : sendsMail ? (
        <ul className="bkd-pays" aria-label="Payment reminders">
          {next.map(({ id, day, amount, isOverdue }) => (
            <li key={id}>
              {day}, if <span className="bkd-sum">{amount}</span> {isOverdue ? 'still isn’t paid' : 'is open'}
            </li>
          ))}
        </ul>
      ) : (
        <p className="ink2">No reminders are sent, because there’s no mail server.</p>
      )}
      <div className="st-act">
        {isClientOff ? null : <Turn booking={booking} of="booking" isOff={isOff} />}
        {isOff && !isClientOff ? null : <Turn booking={booking} of="client" isOff={isClientOff} />}
      </div>
    </>
  )
}

const LABELS = {
  booking: ['Turn off for this booking', 'Turn on for this booking'],
  client: ['Turn off for this client', 'Turn on for this client'],
} as const

function Turn({ booking, of, isOff }: { booking: StudioBooking; of: 'booking' | 'client'; isOff: boolean }) {
  return (
    <Form method="post" preventScrollReset action={studioPaths.booking(booking.id)}>
      <input type="hidden" name="intent" value="reminders" />
      <input type="hidden" name="of" value={of} />
      <button type="submit" name="to" value={isOff ? 'on' : 'off'} className="btn btn--line">
        {LABELS[of][isOff ? 1 : 0]}
      </button>
    </Form>
  )
}
