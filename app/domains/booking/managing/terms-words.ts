import type { Balance } from '../fees/balance'
import { cancelEndsFees, cancelTermsOf, isChangeable, moveTermsOf } from '../policy'
import type { Booking } from '../reservations/model'
import { dayAndTime } from '../start-labels'

/** What moving and canceling mean now, by the terms that were agreed. */
export interface TermsWords {
  /** "Rescheduling is free until Thursday, December 3, 10:30 AM."; empty when it’s too late. */
  moving: string
  /** "If you cancel now, your $75 deposit is nonrefundable." */
  canceling: string
  moveFeeCents: number
  /** Whether canceling now costs the deposit. */
  isDepositKept: boolean
}

interface Now {
  now: number
  moves: number
  amount: (cents: number) => string
  balance: Pick<Balance, 'deposit' | 'fees'>
}

export function termsWords(booking: Booking, { now, moves, amount, balance }: Now): TermsWords {
  if (!isChangeable(booking, now)) return { moving: '', canceling: '', moveFeeCents: 0, isDepositKept: false }
  const { feeCents, freeUntil } = moveTermsOf(booking, { now, moves })
  const { isDepositReturned, returnedUntil } = cancelTermsOf(booking, now)
  const at = (instant: number) => dayAndTime(instant, booking.zone)
  const wasMoved = booking.acceptAskedAt !== null
  return {
    moveFeeCents: feeCents,
    isDepositKept: !isDepositReturned,
    moving: movingWords(
      { feeCents, wasMoved, until: freeUntil === null ? '' : at(freeUntil) },
      booking,
      amount,
    ),
    canceling: [
      cancelingWords(
        { isDepositReturned, wasMoved, until: at(returnedUntil), received: balance.deposit },
        booking,
        amount,
      ),
      ...(balance.fees > 0 && !cancelEndsFees(booking, { by: 'client', keepsTerms: true })
        ? [`You’ll still owe ${amount(balance.fees)} in fees.`]
        : []),
    ].join(' '),
  }
}

function movingWords(
  { feeCents, wasMoved, until }: { feeCents: number; wasMoved: boolean; until: string },
  { policy }: Booking,
  amount: (cents: number) => string,
): string {
  if (feeCents > 0) return `Rescheduling now costs ${amount(feeCents)}, on top of the price.`
  if (wasMoved) return 'Rescheduling is free, since we chose the new date.'
  if (until === '' || policy.moveFeeCents === 0) return 'Rescheduling is free.'
  return `Rescheduling is free until ${until}. After that, it costs ${amount(policy.moveFeeCents)}.`
}

function cancelingWords(
  {
    isDepositReturned,
    wasMoved,
    until,
    received,
  }: {
    isDepositReturned: boolean
    wasMoved: boolean
    until: string
    received: number
  },
  { depositCents, state }: Booking,
  amount: (cents: number) => string,
): string {
  const deposit = `${amount(depositCents)} deposit`
  if (state === 'requested') return 'You can withdraw your request at no cost.'
  if (depositCents === 0) return 'Canceling is free.'
  if (!isDepositReturned)
    return received > 0
      ? `If you cancel now, your ${deposit} is nonrefundable.`
      : `If you cancel now, you’ll still owe the ${deposit}.`
  const [refund, after] =
    received > 0
      ? [`we’ll refund your ${deposit}`, 'it’s nonrefundable']
      : [`you won’t owe the ${deposit}`, 'it’s due']
  if (wasMoved) return `If the new date doesn’t work and you cancel, ${refund}.`
  return `Cancel by ${until} and ${refund}. After that, ${after}.`
}
