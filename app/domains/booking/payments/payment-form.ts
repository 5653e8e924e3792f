import { z } from 'zod'
import { PAYMENT_KINDS } from '~/domains/billing/model'
import { currencyName, moneyField, sampleAmounts } from '~/platform/amounts'
import { checkbox, choice, date, line, text } from '~/platform/fields'
import { FEE_TITLE_MAX, NOTE_MAX, PAYMENT_METHODS, REASON_MAX } from './model'

/** Schema of a payment. @param today YYYY-MM-DD in the studio's zone */
export const paymentSchema = (today: string) =>
  z
    .object({
      payment: choice(PAYMENT_KINDS, 'Choose what the payment is for.'),
      amount: moneyField({
        min: 1,
        error: () => `Enter the amount in ${currencyName()}, such as ${sampleAmounts(75, 112.5)}.`,
      }),
      receivedOn: date({ from: '2000-01-01', until: today, error: 'Enter a date up to today.' }),
      method: choice(PAYMENT_METHODS, 'Choose a payment method.'),
      note: line({ max: NOTE_MAX }),
      overpays: checkbox(),
      owed: z.string(),
    })
    .transform(({ payment, amount, owed, ...received }) => ({
      ...{ kind: payment, amountCents: amount, takesOff: payment === 'refund' ? owed : '' },
      ...received,
    }))

export const feeSchema = () =>
  z.object({
    title: line({ max: FEE_TITLE_MAX, required: 'Say what it’s for. Your client sees this.' }),
    amount: moneyField({
      min: 1,
      error: () => `Enter an amount in ${currencyName()}, such as ${sampleAmounts(35, 112.5)}.`,
    }),
    isExtra: checkbox(),
  })

/** Schema of the reason for voiding or waiving, which stays in the history. */
export const reasonSchema = () =>
  z.object({
    reason: text({
      max: REASON_MAX,
      required: 'Enter a reason, so you’ll understand it later.',
      what: 'the reason',
    }),
  })
