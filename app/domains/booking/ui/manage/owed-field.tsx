import { Select } from '~/ui/field'
import { type RefundTerms, STILL_OWED } from '../../payments/model'
import type { ManageOutcome } from './decision-forms'

interface OwedFieldProps {
  id: string
  terms: RefundTerms
  refusal: ManageOutcome | undefined
}

/** Asks whether the client owes again what is refunded. */
export function OwedField({ id, terms, refusal }: OwedFieldProps) {
  const { charges, hasInvoice, overpaid } = terms
  if (charges.length === 0)
    return hasInvoice ? (
      <p className="ink2 bkd-owed">
        {overpaid
          ? `${overpaid} was overpaid. What you refund beyond that is due again.`
          : 'It’s due again after the refund.'}{' '}
        {ON_INVOICE}
      </p>
    ) : null
  return (
    <Select
      id={id}
      className="bkd-owed"
      name="owed"
      label="Does the client still owe it?"
      hint={
        hasInvoice
          ? ON_INVOICE
          : charges.length > 1
            ? 'If it’s more than that charge, the rest is taken off the others.'
            : undefined
      }
      defaultValue={refusal?.values.owed ?? charges[0]?.id}
      error={refusal?.errors.owed}
    >
      {charges.map((charge) => (
        <option key={charge.id} value={charge.id}>
          No, take it off {charge.label}
        </option>
      ))}
      <option value={STILL_OWED}>Yes, ask the client to pay it again</option>
    </Select>
  )
}

const ON_INVOICE =
  'Charges on an invoice are corrected by a credit note. If the client doesn’t owe one anymore, issue a credit note first, then refund.'
