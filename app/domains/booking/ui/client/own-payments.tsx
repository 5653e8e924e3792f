import { Form, Link } from 'react-router'
import { WithTimes } from '~/platform/with-times'
import { paths } from '~/ui/paths'
import type { OwnPayment } from '../../client/payments.server'

/** What a client owes for their bookings, in their account. */
export function OwnPayments({ owed }: { owed: OwnPayment[] }) {
  const [first] = owed
  if (!first) return <p className="ui ink2 measure">Nothing is due. Thank you.</p>
  return (
    <>
      <ul className="acct__rows">
        {owed.map(({ reference, what, when, dues, payable, processing }) => (
          <li key={reference}>
            <p>
              <Link className="txt" to={paths.clientBooking({ ref: reference })}>
                {what}, {reference}
              </Link>
              <span className="small ink2">
                <WithTimes>{when}</WithTimes>
              </span>
              {dues.map(({ id, text }) => (
                <span key={id}>
                  <WithTimes>{text}</WithTimes>
                </span>
              ))}
              {processing === '' ? null : <span>{processing}</span>}
            </p>
            {payable.slice(0, 1).map(({ part, label, upTo }) => (
              // A document, since the next page leads to another site.
              <Form
                key={part}
                method="post"
                action={paths.clientBooking({ ref: reference })}
                reloadDocument
                aria-label={`${label}, ${reference}`}
              >
                <input type="hidden" name="intent" value="pay" />
                <input type="hidden" name="part" value={part} />
                <input type="hidden" name="upTo" value={upTo} />
                <button type="submit" className="btn btn--sm">
                  {label}
                </button>
              </Form>
            ))}
          </li>
        ))}
      </ul>
      {first.instructions === '' ? null : <p className="measure">{first.instructions}</p>}
    </>
  )
}
