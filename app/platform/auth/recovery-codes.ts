/** Without ambiguous characters: 0 and o, 1, i and l. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5
const COUNT = 10

/**
 * Recovery codes for a lost phone, such as `k7mfq-2hxwa`.
 * @param pick a random integer below its argument
 */
export const newRecoveryCodes = (pick: (below: number) => number): string[] => {
  const half = () => Array.from({ length: HALF }, () => LETTERS[pick(LETTERS.length)]).join('')
  return Array.from({ length: COUNT }, () => `${half()}-${half()}`)
}

/** Normalizes a recovery code typed by a person. */
export function asRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return letters.length === 2 * HALF ? `${letters.slice(0, HALF)}-${letters.slice(HALF)}` : letters
}
