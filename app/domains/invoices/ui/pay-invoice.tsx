import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { InvoicePayments } from '../paying.server'

interface PayInvoiceProps {
  payments: InvoicePayments
  action: string
  /** The buttons that pay. */
  children: ReactNode
}

/** How to pay what is left of an invoice. */
export const PayInvoice = ({
  payments: { dues, payable, processing, beside, otherwise },
  action,
  children,
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
        {children}
      </Form>
    )}
    {otherwise === '' ? null : <p className="ui inv-pay__how">{otherwise}</p>}
  </div>
)
