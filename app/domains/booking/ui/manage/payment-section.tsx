import { Link } from 'react-router'
import { currencyName } from '~/platform/amounts'
import { Field, FieldError, Select } from '~/ui/field'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { StudioBooking } from '../../manage/model'
import {
  FEE_TITLE_MAX,
  METHOD_LABELS,
  NOTE_MAX,
  PAYMENT_LABELS,
  PAYMENT_METHODS,
  REASON_MAX,
} from '../../payments/model'
import { type ManageOutcome, outcomeFor, type SectionProps } from './decision-forms'
import { DueDates } from './due-dates'
import { FoldedForm } from './folded-form'
import { OwedField } from './owed-field'
import { PaymentReminders } from './payment-reminders'
import { RefundForm } from './refund-form'
import { SavedCard } from './saved-card'

/** Payments and refunds of a booking. Nothing is charged here. */
export function PaymentSection({ booking, outcome }: SectionProps) {
  const { entries, summary } = booking.payments
  const refundRefusal = outcomeFor(outcome, 'refund')
  const isVoidRefused = outcomeFor(outcome, 'void')
  const isOwner = useIsOwner()
  return (
    <section aria-labelledby="booking-payments">
      <h3 className="st-h2" id="booking-payments">
        Payments
      </h3>
      <p className="ink2">{summary}</p>
      <DueDates booking={booking} outcome={outcome} />
      <SavedCard booking={booking} />
      <PaymentReminders booking={booking} />
      {entries.length === 0 ? null : (
        <ul className="bkd-pays">
          {entries.map((entry) => (
            <li key={entry.id} className={entry.isVoided ? 'is-void' : undefined}>
              <p>
                <span className="bkd-sum">{entry.isVoided ? <del>{entry.amount}</del> : entry.amount}</span>{' '}
                {entry.kind}, {entry.method.toLowerCase()}
                {entry.isVoided ? ' (voided)' : ''}
              </p>
              <p className="ink3">
                {entry.day}
                {entry.by === '' ? '' : `, ${entry.by}`}
              </p>
              {entry.note === '' ? null : <p className="ink2 bkd-said">{entry.note}</p>}
              {entry.online?.left && isOwner ? (
                <RefundForm
                  booking={booking}
                  payment={{
                    ...{ id: entry.online.id, left: entry.online.left, amount: entry.amount },
                    isTip: entry.kind === 'Tip',
                  }}
                  refusal={refundRefusal?.values.payment === entry.id ? refundRefusal : undefined}
                />
              ) : null}
              {entry.isVoided || entry.online ? null : (
                <VoidForm
                  booking={booking}
                  payment={entry}
                  refusal={isVoidRefused?.values.payment === entry.id ? isVoidRefused : undefined}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <PaymentForm key={entries.length} booking={booking} outcome={outcome} />
      <p>
        <Link className="txt tap" to={studioPaths.bookingInvoices(booking.id)}>
          Invoices and receipts
        </Link>
      </p>
    </section>
  )
}

function VoidForm({
  booking,
  payment,
  refusal,
}: {
  booking: StudioBooking
  payment: { id: string; amount: string }
  refusal: ManageOutcome | undefined
}) {
  const id = `void-${payment.id}`
  return (
    <FoldedForm
      {...{ booking, refusal }}
      summary={
        <>
          Void<span className="vh"> {payment.amount}</span>
        </>
      }
      intent="void"
      order={['reason']}
      ids={{ reason: id }}
      button="Void payment"
    >
      <input type="hidden" name="payment" value={payment.id} />
      <Field
        id={id}
        name="reason"
        label="Reason"
        defaultValue={refusal?.values.reason ?? ''}
        error={refusal?.errors.reason}
        maxLength={300}
      />
    </FoldedForm>
  )
}

const ORDER = ['payment', 'amount', 'receivedOn', 'method', 'owed', 'note', 'overpays'] as const
const IDS = Object.fromEntries(ORDER.map((name) => [name, `pay-${name}`]))

function PaymentForm({ booking, outcome }: SectionProps) {
  const refusal = outcomeFor(outcome, 'payment')
  const { next } = booking.payments
  const values: Partial<Record<string, string>> = refusal?.values ?? {}
  const errors = refusal?.errors ?? {}
  return (
    <FoldedForm
      {...{ booking, refusal }}
      summary="Record payment"
      intent="payment"
      order={ORDER}
      ids={IDS}
      button="Save payment"
      className="bkd-form bkd-pay"
    >
      <input type="hidden" name="once" value={booking.once} />
      <Select
        id="pay-payment"
        name="payment"
        label="Type"
        defaultValue={values.payment ?? next.kind}
        error={errors.payment}
      >
        {Object.entries(PAYMENT_LABELS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      <Field
        id="pay-amount"
        name="amount"
        label={`Amount (${currencyName()})`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={values.amount ?? next.amount}
        error={errors.amount}
      />
      <Field
        id="pay-receivedOn"
        name="receivedOn"
        label="Date"
        type="date"
        max={next.receivedOn}
        defaultValue={values.receivedOn ?? next.receivedOn}
        error={errors.receivedOn}
      />
      <Select
        id="pay-method"
        name="method"
        label="Method"
        defaultValue={values.method ?? ''}
        error={errors.method}
      >
        <option value="">Choose</option>
        {PAYMENT_METHODS.map((method) => (
          <option key={method} value={method}>
            {METHOD_LABELS[method]}
          </option>
        ))}
      </Select>
      <OwedField id="pay-owed" terms={booking.payments.refunds} refusal={refusal} />
      <Field
        id="pay-note"
        name="note"
        label="Note"
        hint="Optional. Only you and your team see it."
        defaultValue={values.note ?? ''}
        error={errors.note}
        maxLength={NOTE_MAX}
      />
      {errors.overpays ? (
        <div>
          <label className="chk" htmlFor="pay-overpays">
            <input
              type="checkbox"
              id="pay-overpays"
              name="overpays"
              value="yes"
              aria-describedby="pay-overpays-error"
            />
            <span>Client overpaid</span>
          </label>
          <FieldError id="pay-overpays-error">{errors.overpays}</FieldError>
        </div>
      ) : null}
    </FoldedForm>
  )
}

/** What is charged on top of the price. */
export function FeeSection({ booking, outcome }: SectionProps) {
  const { fees } = booking.payments
  const refusal = outcomeFor(outcome, 'waive')
  return (
    <section aria-labelledby="booking-fees">
      <h3 className="st-h2" id="booking-fees">
        Extras, fees, and tips
      </h3>
      {fees.length === 0 ? <p className="ink2">Only the price is charged.</p> : null}
      <ul className="bkd-pays">
        {fees.map((fee) => (
          <li key={fee.id} className={fee.isEnded ? 'is-void' : undefined}>
            <p>
              <span className="bkd-sum">{fee.isEnded ? <del>{fee.amount}</del> : fee.amount}</span>{' '}
              {fee.label}
            </p>
            <p className="ink3">{fee.day}</p>
            {fee.ended === '' ? null : <p className="ink2 bkd-said">{fee.ended}</p>}
            {fee.isEnded || fee.type === 'tip' ? null : (
              <WaiveForm
                booking={booking}
                fee={fee}
                refusal={refusal?.values.fee === fee.id ? refusal : undefined}
              />
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
  fee: StudioBooking['payments']['fees'][number]
  refusal: ManageOutcome | undefined
}) {
  const id = `waive-${fee.id}`
  const verb = fee.type === 'extra' ? 'Remove' : 'Waive'
  return (
    <FoldedForm
      {...{ booking, refusal }}
      summary={
        <>
          {verb} {fee.type}
          <span className="vh">
            {' '}
            of {fee.amount}, {fee.label}
          </span>
        </>
      }
      intent="waive"
      order={['reason']}
      ids={{ reason: id }}
      button={`${verb} ${fee.type}`}
    >
      <input type="hidden" name="fee" value={fee.id} />
      <Field
        id={id}
        name="reason"
        label="Reason"
        hint={`For your records. Your client sees that it’s ${verb.toLowerCase()}d, not why.`}
        defaultValue={refusal?.values.reason ?? ''}
        error={refusal?.errors.reason}
        maxLength={REASON_MAX}
      />
    </FoldedForm>
  )
}

function AddForm({ booking, outcome }: SectionProps) {
  const refusal = outcomeFor(outcome, 'fee')
  return (
    <FoldedForm
      {...{ booking, refusal }}
      summary="Add charge"
      intent="fee"
      order={['title', 'amount']}
      ids={{ title: 'fee-title', amount: 'fee-amount' }}
      button="Add charge"
    >
      <input type="hidden" name="once" value={booking.once} />
      <Field
        id="fee-title"
        name="title"
        label="Description"
        hint="Your client sees this. For example, Album."
        defaultValue={refusal?.values.title ?? ''}
        error={refusal?.errors.title}
        maxLength={FEE_TITLE_MAX}
      />
      <Field
        id="fee-amount"
        name="amount"
        label={`Amount (${currencyName()})`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={refusal?.values.amount ?? ''}
        error={refusal?.errors.amount}
      />
      <label className="chk" htmlFor="fee-extra">
        <input
          type="checkbox"
          id="fee-extra"
          name="isExtra"
          value="yes"
          defaultChecked={refusal ? refusal.values.isExtra === 'yes' : true}
        />
        <span>Extra, such as an album or print. It isn’t owed if the session is canceled.</span>
      </label>
      <p className="ink2">If the last due date has passed, it’s due in two weeks. You can change that.</p>
    </FoldedForm>
  )
}
