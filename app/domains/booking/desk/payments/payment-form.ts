import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isCleanText } from '~/platform/text'
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
  const amountCents = readAmount(get('amount'))
  const receivedOn = get('receivedOn').trim()
  const errors: Partial<Record<PaymentField, string>> = {
    ...(kind ? {} : { payment: 'Choose what the payment is for.' }),
    ...(amountCents === undefined || amountCents === 0
      ? { amount: 'Enter the amount in dollars, such as 75 or 112.50.' }
      : {}),
    ...(isDay(receivedOn) && receivedOn <= today ? {} : { receivedOn: 'Enter a date up to today.' }),
    ...(method ? {} : { method: 'Choose a payment method.' }),
  }
  if (!kind || !method || !amountCents || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, payment: { kind, method, amountCents, receivedOn } }
}

/**
 * Dollars as people write them, in exact cents: `75`, `$112.50`, `1,250`.
 * @returns undefined: none, or more than 999,999.99
 */
export function readAmount(text: string): number | undefined {
  const match = /^\$?(\d{1,6}|\d{1,3},\d{3})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match?.[1]) return undefined
  return Number(match[1].replace(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Why something is struck out; it stands in the history. */
export function reasonError(reason: string): string | undefined {
  if (reason.trim() === '') return 'Enter a reason, so you’ll understand it later.'
  if (reason.length > REASON_MAX) return `Shorten the reason to ${REASON_MAX} characters.`
  if (!isCleanText(reason)) return HIDDEN_CHARACTERS
  return undefined
}

/** A calendar date that exists, from the year 2000 to 2100. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$|^2100-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
