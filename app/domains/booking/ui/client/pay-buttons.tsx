import type { ClientPayments } from '../../client/booking-view'

interface PayButtonsProps {
  payable: ClientPayments['payable']
  /** Of the row of buttons. */
  className: string
}

/** What can be paid online now, as buttons of a form. */
export const PayButtons = ({ payable, className }: PayButtonsProps) => (
  <>
    <input type="hidden" name="upTo" value={payable[0]?.upTo} />
    <div className={className}>
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
    <p className="ui ink2 measure">You’ll pay on Stripe’s page. We never see your card number.</p>
  </>
)
