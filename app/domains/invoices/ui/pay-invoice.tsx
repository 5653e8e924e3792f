import { Form } from 'react-router'
import type { InvoicePayments } from '../paying.server'

interface PayInvoiceProps {
  payments: InvoicePayments
  action: string
}

/** How to pay what is left of an invoice. */
export const PayInvoice = ({
  payments: { dues, payable, processing, beside, otherwise },
  action,
}: PayInvoiceProps) => (
  <div className="inv-pay">
    {dues.length < 2 ? null : (
      <ul className="inv-list ui">
        {dues.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    )}
    {processing === '' ? null : <p className="ui">{processing}</p>}
    {payable.length === 0 ? null : (
      // A document, since the next page leads to another site.
      <Form method="post" action={action} reloadDocument className="inv-pay" aria-label="Pay online">
        <input type="hidden" name="intent" value="pay" />
        {beside === '' ? null : <p className="ui ink2">{beside}</p>}
        <div className="inv-acts">
          {payable.map(({ part, label }, nth) => (
            <button
              key={part}
              type="submit"
              name="part"
              value={part}
              className={nth === 0 ? 'btn' : 'btn btn--line'}
            >
              {label}
            </button>
          ))}
        </div>
        <p className="ui ink2">You’ll pay on Stripe’s page. We never see your card number.</p>
      </Form>
    )}
    {otherwise === '' ? null : <p className="ui inv-pay__how">{otherwise}</p>}
  </div>
)
