import { Form } from 'react-router'
import { currencyName } from '~/platform/amounts'
import { WithTimes } from '~/platform/with-times'
import { Field } from '~/ui/field'
import type { ClientPayments } from '../../client/booking-view'
import { OWN_TIP, type SentTip } from '../../online/tip'
import { PayButtons } from './pay-buttons'

interface PaymentsDueProps {
  payments: ClientPayments
  action: string
  /** The tip in a refused form. */
  refused: SentTip | undefined
}

/** What the client owes when, and how to pay it. */
export function PaymentsDue({ payments, action, refused }: PaymentsDueProps) {
  return (
    <>
      <ul className="mng__dues">
        {payments.dues.map(({ id, text }) => (
          <li key={id}>
            <WithTimes>{text}</WithTimes>
          </li>
        ))}
      </ul>
      {payments.processing === '' ? null : <p className="measure">{payments.processing}</p>}
      {payments.card === '' ? null : (
        <Form method="post" action={action} className="mng__pay" aria-label="Saved card">
          <p className="measure">
            <WithTimes>{payments.card}</WithTimes>
          </p>
          <div className="bk__act mng__act">
            <button type="submit" className="btn btn--line" name="intent" value="remove-card">
              Remove card
            </button>
          </div>
        </Form>
      )}
      {payments.payable.length === 0 ? null : (
        // A document, since the next page leads to another site.
        <Form
          method="post"
          action={action}
          reloadDocument
          className="mng__pay"
          aria-label="Pay online"
          noValidate
        >
          <input type="hidden" name="intent" value="pay" />
          {payments.tips.length === 0 ? null : <TipFields tips={payments.tips} refused={refused} />}
          <CardConsent words={payments.consent} />
          <PayButtons payable={payments.payable} className="bk__act mng__act" />
        </Form>
      )}
      {payments.instructions === '' ? null : <p className="measure mng__said">{payments.instructions}</p>}
    </>
  )
}

/** Lets the client save their card for later payments. @param words '' if it can't be saved */
export const CardConsent = ({ words }: { words: string }) =>
  words === '' ? null : (
    <label className="chk measure mng__consent">
      <input type="checkbox" name="consent" value={words} />
      <span>
        <WithTimes>{words}</WithTimes>
      </span>
    </label>
  )

function TipFields({ tips, refused }: { tips: ClientPayments['tips']; refused: SentTip | undefined }) {
  const choices = [{ value: '', label: 'No tip' }, ...tips, { value: OWN_TIP, label: 'Another amount' }]
  return (
    <fieldset className="mng__tip">
      <legend>Add a tip</legend>
      <div className="mng__tips">
        {choices.map(({ value, label }) => (
          <label key={value} className="chk">
            <input type="radio" name="tip" value={value} defaultChecked={value === (refused?.tip ?? '')} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <Field
        name="ownTip"
        optional
        label={`Another amount (${currencyName()})`}
        hint="The tip is added to what you pay."
        inputMode="decimal"
        autoComplete="off"
        defaultValue={refused?.ownTip ?? ''}
      />
    </fieldset>
  )
}
