import { currencyName } from '~/platform/amounts'
import { Field } from '~/ui/field'
import type { StudioBooking } from '../../manage/model'
import type { ManageOutcome } from './decision-forms'
import { FoldedForm } from './folded-form'
import { OwedField } from './owed-field'

interface RefundFormProps {
  booking: StudioBooking
  payment: { id: string; amount: string; left: string; isTip: boolean }
  refusal: ManageOutcome | undefined
}

/** Refunds an online payment to the card or account that it came from. */
export function RefundForm({ booking, payment, refusal }: RefundFormProps) {
  const id = `refund-${payment.id}`
  return (
    <FoldedForm
      {...{ booking, refusal }}
      summary={
        <>
          Refund<span className="vh"> {payment.amount}</span>
        </>
      }
      intent="refund"
      order={['amount', 'owed']}
      ids={{ amount: id, owed: `${id}-owed` }}
      button="Refund payment"
    >
      <input type="hidden" name="payment" value={payment.id} />
      <input type="hidden" name="once" value={booking.once} />
      <Field
        id={id}
        name="amount"
        label={`Amount (${currencyName()})`}
        hint={`Stripe returns it to the client’s card or account. You can’t undo this.${payment.isTip ? ' The tip is no longer charged.' : ''}`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={refusal?.values.amount ?? payment.left}
        error={refusal?.errors.amount}
      />
      {payment.isTip ? null : (
        <OwedField id={`${id}-owed`} terms={booking.payments.refunds} refusal={refusal} />
      )}
    </FoldedForm>
  )
}
