import { Form } from 'react-router'
import { Field } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioBooking } from '../../manage/model'
import { FEE_TITLE_MAX, REASON_MAX } from '../../payments/model'
import { type ManageOutcome, outcomeFor } from './desk-outcome'

interface FeeSectionProps {
  booking: StudioBooking
  outcome: ManageOutcome | undefined
}

/** What the client owes on top of the price. */
export function FeeSection({ booking, outcome }: FeeSectionProps) {
  const { fees } = booking.payments
  const refusal = outcomeFor(outcome, 'waive')
  return (
    <section aria-labelledby="booking-fees">
      <h3 className="st-h2" id="booking-fees">
        Fees
      </h3>
      {fees.length === 0 ? <p className="ink2">No fees.</p> : null}
      <ul className="bkd-pays">
        {fees.map((fee) => (
          <li key={fee.id} className={fee.waived === '' ? undefined : 'is-void'}>
            <p>
              <span className="bkd-sum">{fee.waived === '' ? fee.amount : <del>{fee.amount}</del>}</span>{' '}
              {fee.label}
            </p>
            <p className="ink3">{fee.day}</p>
            {fee.waived === '' ? (
              <WaiveForm
                booking={booking}
                fee={fee}
                refusal={refusal?.values.fee === fee.id ? refusal : undefined}
              />
            ) : (
              <p className="ink2 bkd-said">{fee.waived}</p>
            )}
          </li>
        ))}
      </ul>
      <AddForm key={fees.length} booking={booking} outcome={outcome} />
    </section>
  )
}

function WaiveForm({
  booking,
  fee,
  refusal,
}: {
  booking: StudioBooking
  fee: { id: string; label: string; amount: string }
  refusal: ManageOutcome | undefined
}) {
  const id = `waive-${fee.id}`
  return (
    <details className="bkd-more" open={Boolean(refusal)}>
      <summary>
        Waive fee<span className="vh"> of {fee.amount}</span>
      </summary>
      <Form method="post" action={studioPaths.booking(booking.id)} className="bkd-form" noValidate>
        <FormRefusal outcome={refusal} order={['reason']} ids={{ reason: id }} />
        <input type="hidden" name="intent" value="waive" />
        <input type="hidden" name="fee" value={fee.id} />
        <Field
          id={id}
          name="reason"
          label="Reason"
          hint="For your records. Your client sees that the fee is waived, not why."
          defaultValue={refusal?.values.reason ?? ''}
          error={refusal?.errors.reason}
          maxLength={REASON_MAX}
        />
        <div className="st-act">
          <button type="submit" className="btn btn--line">
            Waive fee
          </button>
        </div>
      </Form>
    </details>
  )
}

function AddForm({ booking, outcome }: FeeSectionProps) {
  const refusal = outcomeFor(outcome, 'fee')
  return (
    <details className="bkd-more" open={Boolean(refusal)}>
      <summary>Add fee</summary>
      <Form method="post" action={studioPaths.booking(booking.id)} className="bkd-form" noValidate>
        <FormRefusal
          outcome={refusal}
          order={['title', 'amount']}
          ids={{ title: 'fee-title', amount: 'fee-amount' }}
        />
        <input type="hidden" name="intent" value="fee" />
        <input type="hidden" name="once" value={booking.once} />
        <Field
          id="fee-title"
          name="title"
          label="Description"
          hint="Your client sees this. For example, Extra hour."
          defaultValue={refusal?.values.title ?? ''}
          error={refusal?.errors.title}
          maxLength={FEE_TITLE_MAX}
        />
        <Field
          id="fee-amount"
          name="amount"
          label="Amount (dollars)"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={refusal?.values.amount ?? ''}
          error={refusal?.errors.amount}
        />
        <div className="st-act">
          <button type="submit" className="btn btn--line">
            Add fee
          </button>
        </div>
      </Form>
    </details>
  )
}
