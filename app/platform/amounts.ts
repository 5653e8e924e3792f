import type { Currency } from './currencies'
import { textBy } from './fields'
import { currencyCode, currencyDigits } from './money'

/** The currency in labels and sentences: "dollars" of the United States, "euros", "Japanese yen". */
export const currencyName = (): string => (currencyCode() === 'USD' ? 'dollars' : fullCurrencyName())

/** With the country: "US dollars", "euros". */
export const fullCurrencyName = (currency: Currency = currencyCode()): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** For form fields: "1,250", "1,250.50", "−20". */
export function moneyInput(cents: number): string {
  const digits = currencyDigits()
  const shown = cents % 10 ** digits === 0 ? 0 : digits
  const options = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  return (cents < 0 ? '−' : '') + (Math.abs(cents) / 10 ** digits).toLocaleString('en-US', options)
}

/** As in a file: "1250.50". */
export const decimalMoney = (cents: number): string =>
  (cents / 10 ** currencyDigits()).toFixed(currencyDigits())

/** Examples of what can be typed, in major units: "285 or 42.50", in yen "285 or 43". */
export const sampleAmounts = (...amounts: number[]): string =>
  amounts.map((amount) => moneyInput(Math.round(amount * 10 ** currencyDigits()))).join(' or ')

/** The highest price in minor units: a million dollars. */
export const PRICE_MAX_CENTS = 100_000_000

/**
 * Parses an amount in the studio's currency: "1250", "1,250", "1,250.50", "$1,250.5". Exact, without floating
 * point. A symbol or code before the number is ignored.
 * @param canBeNegative also "-20" and "−$20"
 * @returns whole minor units; undefined when invalid, above the highest price, or with too many decimals
 */
export function parseMoney(text: string, { canBeNegative = false } = {}): number | undefined {
  const found = AMOUNT.exec(text.trim())
  if (!found) return undefined
  const [, sign = '', whole = '', rest = ''] = found
  const digits = currencyDigits()
  if ((sign !== '' && !canBeNegative) || rest.length > digits) return undefined
  const cents = Number(whole.replaceAll(',', '')) * 10 ** digits + Number(rest.padEnd(digits, '0') || 0)
  if (cents > PRICE_MAX_CENTS) return undefined
  return sign === '' ? cents : 0 - cents
}

const AMOUNT = /^([-−]?)(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,3}))?$/u

/** An amount in the studio's currency, parsed into whole minor units. */
export const moneyField = ({
  label = '',
  error = () => `Enter an amount in ${currencyName()} for “${label},” such as ${sampleAmounts(285, 42.5)}.`,
  min = 0,
}: {
  label?: string
  error?: () => string
  min?: number
}) =>
  textBy((typed) => {
    const cents = parseMoney(typed, { canBeNegative: min < 0 })
    return cents !== undefined && cents >= min
  }, error).transform((typed) => parseMoney(typed, { canBeNegative: min < 0 }) ?? 0)
