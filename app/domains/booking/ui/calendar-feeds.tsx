import { Form } from 'react-router'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'

interface CalendarFeedsProps {
  feeds: { id: string; title: string; made: string; read: string | null }[]
  /** The address of the one that was just made. */
  address: string | undefined
  outcome: FormOutcome<'feed'> | undefined
}

/** The addresses at which phones read the bookings. */
export function CalendarFeeds({ feeds, address, outcome }: CalendarFeedsProps) {
  return (
    <section className="st-sheet st-form" aria-labelledby="calendar-feeds">
      <h2 id="calendar-feeds">Bookings on your phone</h2>
      <p className="ink2">
        A private address that your phone’s calendar subscribes to. Whoever has it sees your sessions with
        names and telephone numbers, so make one for each device, and end it when the device is lost.
      </p>
      {address ? (
        <div className="note note--fix" role="status">
          <div>
            <p>
              <strong>Copy the address now.</strong> It is not shown again.
            </p>
            <p className="mono st-cal-address">{address}</p>
            <p>
              <a href={address.replace(/^https?:/, 'webcal:')}>Open it in this device’s calendar</a>
            </p>
          </div>
        </div>
      ) : null}
      {feeds.length > 0 ? (
        <ul className="st-cals">
          {feeds.map(({ id, title, made, read }) => (
            <li key={id}>
              <div>
                <strong>{title}</strong>
                <p className="ink2">
                  Made {made}. {read === null ? 'Nothing has read it yet.' : `Read ${read}.`}
                </p>
              </div>
              <Form method="post" className="st-act">
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="btn btn--line" name="intent" value="end">
                  End<span className="vh">: {title}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      {/* After a new one is made, an empty form. */}
      <Form key={feeds.length} method="post" className="st-cal-form" noValidate>
        <FormRefusal outcome={outcome} order={['feed']} />
        <input type="hidden" name="intent" value="make" />
        <Field
          label="Device"
          name="feed"
          maxLength={80}
          autoComplete="off"
          defaultValue={outcome?.values.feed}
          error={outcome?.errors.feed}
          hint="Such as My phone."
        />
        <div className="st-act">
          <button type="submit" className="btn">
            Make an address
          </button>
        </div>
      </Form>
    </section>
  )
}
