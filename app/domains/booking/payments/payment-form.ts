import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { parseDollars } from '~/platform/money'
import { isBusinessDate, isCleanText } from '~/platform/text'
import { type NewPayment, PAYMENT_KINDS, PAYMENT_METHODS, REASON_MAX } from './model'

export const PAYMENT_FIELDS = ['payment', 'amount', 'receivedOn', 'method'] as const
export type PaymentField = (typeof PAYMENT_FIELDS)[number]

/**
 * Reads what was written down as received.
 * @param today YYYY-MM-DD in the studio's zone
 */
export function readPayment(
  get: (name: string) => string,
  today: string,
): { ok: true; payment: NewPayment } | { ok: false; errors: Partial<Record<PaymentField, string>> } {
  const kind = PAYMENT_KINDS.find((each) => each === get('payment'))
  const method = PAYMENT_METHODS.find((each) => each === get('method'))
  const amountCents = parseDollars(get('amount'))
  const receivedOn = get('receivedOn').trim()
  const errors: Partial<Record<PaymentField, string>> = {
    ...(kind ? {} : { payment: 'Choose what the payment is for.' }),
    ...(amountCents === undefined || amountCents === 0
      ? { amount: 'Enter the amount in dollars, such as 75 or 112.50.' }
      : {}),
    ...(isBusinessDate(receivedOn) && receivedOn <= today ? {} : { receivedOn: 'Enter a date up to today.' }),
    ...(method ? {} : { method: 'Choose a payment method.' }),
  }
  if (!kind || !method || !amountCents || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, payment: { kind, method, amountCents, receivedOn } }
}

/** Why something is struck out; it stands in the history. */
export function reasonError(reason: string): string | undefined {
  if (reason.trim() === '') return 'Enter a reason, so you’ll understand it later.'
  if (reason.length > REASON_MAX) return `Shorten the reason to ${REASON_MAX} characters.`
  if (!isCleanText(reason)) return HIDDEN_CHARACTERS
  return undefined
}
