/** @param cents whole cents. Whole dollars lose the cents: "$285", "$1,250", "$544.28". */
export function dollars(cents: number): string {
  const sign = cents < 0 ? '−' : ''
  const [whole, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100]
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}$${grouped}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** For columns of amounts: the cents are always written, "$345.00". */
export const dollarsAndCents = (cents: number): string => dollars(cents) + (cents % 100 === 0 ? '.00' : '')

/** The most that a price may be: a million dollars, in cents. */
export const PRICE_MAX_CENTS = 100_000_000

/**
 * Reads a price as people write it: "1250", "1,250", "1,250.50", "$1,250.5". Exact: no floating point is in between.
 * @returns whole cents; undefined when it is no price, or more than a million dollars
 */
export function parseDollars(text: string): number | undefined {
  const found = /^\$? ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!found) return undefined
  const [, whole = '', rest = ''] = found
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  return cents <= PRICE_MAX_CENTS ? cents : undefined
}

/** As a form shows it: "1,250", "1,250.50". */
export const dollarsInput = (cents: number): string =>
  cents % 100 === 0 ? dollars(cents).slice(1) : dollarsAndCents(cents).slice(1)
