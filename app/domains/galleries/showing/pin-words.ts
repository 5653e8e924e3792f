import { PIN_DIGITS } from '../access/model'

/** As many digits as a PIN has, with spaces anywhere. */
export const isPin = (typed: string): boolean =>
  new RegExp(`^\\d{${PIN_DIGITS}}$`).test(typed.replace(/\s/g, ''))

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** How long one has to wait before another PIN is taken. */
export function waitSentence(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  const hours = Math.ceil(ms / HOUR_MS)
  const time = minutes === 1 ? 'a minute' : minutes < 100 ? `${minutes} minutes` : `${hours} hours`
  return `Too many wrong PINs. Please wait ${time}, then try again, or ask us for the PIN.`
}
