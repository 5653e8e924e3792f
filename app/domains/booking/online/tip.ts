import { decimalMoney, parseMoney, sampleAmounts } from '~/platform/amounts'
import { currencyDigits, money } from '~/platform/money'
import type { BookingEvent } from '../reservations/model'

/** The choice of an amount of the client's own. */
export const OWN_TIP = 'own'

/** Whole amounts to choose from, in minor units: about 10, 15 and 20 percent of a payment. */
export function tipChoices(cents: number): { value: string; label: string }[] {
  const unit = 10 ** currencyDigits()
  const whole = [10, 15, 20].map((percent) => Math.max(1, Math.round((cents * percent) / 100 / unit)) * unit)
  return [...new Set(whole)].map((each) => ({ value: decimalMoney(each), label: money(each) }))
}

/** ", including a tip of $20", for a payment in a booking's history. */
export const tipWithin = ({ tipCents }: BookingEvent['detail']): string =>
  tipCents === undefined ? '' : `, including a tip of ${money(Number(tipCents))}`

/** The fields of the form: an amount, `own` or '', and the client's own amount. */
export interface SentTip {
  tip: string
  ownTip: string
}

/**
 * Any amount is accepted, whether it was offered or not. An own amount counts if no other was chosen.
 * @param most in minor units
 * @returns minor units; 0: no tip
 */
export function readTip(
  { tip, ownTip }: SentTip,
  most: number,
): { ok: true; cents: number } | { ok: false; sentence: string } {
  const [chosen, own] = [tip === OWN_TIP ? '' : tip.trim(), ownTip.trim()]
  if (chosen !== '' && own !== '')
    return { ok: false, sentence: 'Choose one amount for the tip, or enter another. Not both.' }
  const typed = chosen || own
  if (typed === '' && tip !== OWN_TIP) return { ok: true, cents: 0 }
  const cents = parseMoney(typed)
  if (cents === undefined)
    return { ok: false, sentence: `Enter the tip as an amount, such as ${sampleAmounts(20, 12.5)}.` }
  return cents > most
    ? { ok: false, sentence: `A tip can be up to ${money(most)}, which is what you owe.` }
    : { ok: true, cents }
}
