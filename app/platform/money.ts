import type { Currency } from './currencies'

export const DEFAULT_CURRENCY: Currency = 'USD'

/** The studio's currency: in a browser that of the page, else the one in the settings. A database has one studio. */
let current: Currency =
  (globalThis.document?.documentElement.dataset.currency as Currency | undefined) ?? DEFAULT_CURRENCY

/** Called whenever the settings are read. */
export function setCurrency(code: Currency): void {
  current = code
}

/** ISO 4217 code of the studio's currency, for structured data. */
export const currencyCode = (): Currency => current

/**
 * Formats an amount, without decimals for a whole one: "$285", "$1,250", "$544.28", "€285", "¥28,500".
 * @param cents in minor units of the currency
 */
export const money = (cents: number, code?: Currency): string => exactMoney(cents, code).replace(/\.0+$/, '')

/** With decimals, for columns of amounts: "$345.00". */
export const exactMoney = (cents: number, code = current): string =>
  (cents < 0 ? '−' : '') + formatOf(code).format(Math.abs(cents) / 10 ** currencyDigits(code))

/** Digits after the decimal point by ISO 4217: 2, in yen 0, in Kuwaiti dinars 3. */
export const currencyDigits = (code = current): number =>
  formatOf(code).resolvedOptions().maximumFractionDigits as number

const formats: Record<string, Intl.NumberFormat> = {}

const formatOf = (currency: Currency): Intl.NumberFormat =>
  (formats[currency] ??= new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }))
