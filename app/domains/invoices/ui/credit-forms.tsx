import { Form } from 'react-router'
import { currencyName } from '~/platform/amounts'
import { Field, FieldError, fieldId } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import type { CreditableLine } from '../credits.server'
import { REASON_MAX } from '../labels'

interface CreditFormsProps {
  lines: readonly CreditableLine[]
  /** Id of the form that credits a part. */
  once: string
  outcome: FormOutcome<string> | undefined
}

/** The fields of both forms, in their order. */
export const creditFields = (lines: readonly CreditableLine[]): string[] => [
  ...lines.flatMap(({ id }) => [`line.${id}`, `amount.${id}`]),
  'reason',
]

/** Credit notes for a part of an invoice, and for everything that’s left of it. */
export function CreditForms({ lines, once, outcome }: CreditFormsProps) {
  const values = outcome?.values ?? {}
  const isRefused = Object.keys(outcome?.errors ?? {}).length > 0
  const isPart = values.intent === 'credit-part'
  return (
    <>
      <details className="bkd-more" open={isRefused && isPart}>
        <summary>Credit part of this invoice</summary>
        <Form method="post" className="inv-form" noValidate>
          <p className="ink2">
            Your client owes that much less. The credit note stays beside the invoice. You can’t undo this.
          </p>
          <input type="hidden" name="once" value={once} />
          {lines.map((line) => (
            <LineFields key={line.id} line={line} outcome={isPart ? outcome : undefined} />
          ))}
          <ReasonField
            {...(isPart ? { outcome } : { id: 'part-reason', outcome: undefined })}
            example="album canceled"
          />
          <button type="submit" className="btn btn--stop" name="intent" value="credit-part">
            Create credit note
          </button>
        </Form>
      </details>
      <details className="bkd-more" open={isRefused && !isPart}>
        <summary>Cancel this invoice</summary>
        <Form method="post" className="inv-form" noValidate>
          <p className="ink2">
            An invoice can’t be changed. A credit note cancels all that’s left of it, and stays beside it.
            Your client owes the same as before, so create a new invoice with these charges. You can’t undo
            this.
          </p>
          <ReasonField
            {...(isPart ? { id: 'whole-reason', outcome: undefined } : { outcome })}
            example="wrong name"
          />
          <button type="submit" className="btn btn--stop" name="intent" value="credit">
            Create credit note
          </button>
        </Form>
      </details>
    </>
  )
}

function LineFields({
  line: { id, name, left, amount },
  outcome,
}: {
  line: CreditableLine
  outcome: FormOutcome<string> | undefined
}) {
  const choice = `line.${id}`
  const error = outcome?.errors[choice]
  return (
    <fieldset className="inv-credit">
      <legend className="vh">{name}</legend>
      <label className="chk" htmlFor={fieldId(choice)}>
        <input
          type="checkbox"
          id={fieldId(choice)}
          name={choice}
          value="yes"
          defaultChecked={outcome?.values[choice] === 'yes'}
          aria-describedby={error ? `${choice}-error` : undefined}
        />
        <span>
          {name}, {left}
        </span>
      </label>
      {error ? <FieldError id={`${choice}-error`}>{error}</FieldError> : null}
      <Field
        name={`amount.${id}`}
        label={`Amount to credit (${currencyName()}, tax included)`}
        inputMode="decimal"
        autoComplete="off"
        required={false}
        defaultValue={outcome?.values[`amount.${id}`] ?? amount}
        error={outcome?.errors[`amount.${id}`]}
      />
    </fieldset>
  )
}

const ReasonField = ({
  id,
  outcome,
  example,
}: {
  id?: string
  outcome: FormOutcome<string> | undefined
  example: string
}) => (
  <Field
    id={id}
    name="reason"
    label="Reason"
    className="inv-wide"
    maxLength={REASON_MAX}
    defaultValue={outcome?.values.reason}
    error={outcome?.errors.reason}
    hint={`Your client sees it. For example, ${example}.`}
  />
)
