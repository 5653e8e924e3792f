import { dollars } from '~/ui/money'
import type { Booking } from '../reservations/model'

/**
 * When and how a client pays what's open. There's no online payment, so they pay the studio itself.
 * @param email how the reader knows the email to reply to; null: there is none
 */
export function payWords(
  { state, sessionDate }: Pick<Booking, 'state' | 'sessionDate'>,
  {
    now,
    depositOpen = 0,
    email,
  }: { now: number; depositOpen?: number; email: 'this email' | 'one of our emails' | null },
): string {
  const ask = email === null ? 'Call us' : `Reply to ${email}`
  if (state === 'requested') return 'It’s due once we confirm your session.'
  if (state !== 'confirmed' || now >= sessionDate) return `${ask} to pay it.`
  return depositOpen > 0
    ? `${ask} to pay the deposit of ${dollars(depositOpen)} now. Pay the rest at your session.`
    : `Pay it at your session, or ${ask.toLowerCase()}.`
}
