/** An amount as a form shows it: "345" or "9.28". @param cents whole cents */
export const amountText = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)

/** @param text such as "345", "$1,250.50" or "-20" @returns whole cents; NaN when it is no amount */
export function centsFrom(text: string): number {
  const match = /^([-−]?)\$?(\d{1,3}(?:,?\d{3}){0,2})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(' ', ''))
  if (!match) return Number.NaN
  const [, sign, whole = '', rest = ''] = match
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  return sign ? -cents : cents
}
