/** The highest price: a million dollars, in cents. */
export const PRICE_MAX_CENTS = 100_000_000

/**
 * Parses dollars: "1250", "1,250", "1,250.50", "$1,250.5". Exact, without floating point.
 * @param canBeNegative also "-20" and "−$20"
 * @returns whole cents; undefined when invalid or above a million dollars
 */
export function parseDollars(text: string, { canBeNegative = false } = {}): number | undefined {
  const found = /^([-−]?)\$? ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!found) return undefined
  const [, sign = '', whole = '', rest = ''] = found
  if (sign !== '' && !canBeNegative) return undefined
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  if (cents > PRICE_MAX_CENTS) return undefined
  return sign === '' ? cents : 0 - cents
}
