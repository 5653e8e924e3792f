/** Without those that look alike in handwriting: 0 and o, 1, i and l. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5
const COUNT = 10

/**
 * Codes for the day on which the phone is lost, such as `k7mfq-2hxwa`.
 * @param pick a random whole number below the given one
 */
export const newRecoveryCodes = (pick: (below: number) => number): string[] => {
  const half = () => Array.from({ length: HALF }, () => LETTERS[pick(LETTERS.length)]).join('')
  return Array.from({ length: COUNT }, () => `${half()}-${half()}`)
}

/** The code as it was given out, from what a person typed off a sheet of paper. */
export function asRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return letters.length === 2 * HALF ? `${letters.slice(0, HALF)}-${letters.slice(HALF)}` : letters
}
