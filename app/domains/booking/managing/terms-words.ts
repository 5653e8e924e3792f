import type { Booking } from '../bookings/model'
import type { Balance } from '../fees/balance'
import { cancelEndsFees, cancelTermsOf, isChangeable, moveTermsOf } from '../policy'
import { dayAndTime } from '../start-labels'

/** What moving and canceling mean now, by the terms that were agreed. */
export interface TermsWords {
  /** "Moving is free until Thursday, December 3, 10:30 AM."; empty when nothing can be moved any more. */
  moving: string
  /** "If you cancel now, the deposit of $75 is kept." */
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
        ? [`Fees of ${amount(balance.fees)} stay due.`]
        : []),
    ].join(' '),
  }
}

function movingWords(
  { feeCents, wasMoved, until }: { feeCents: number; wasMoved: boolean; until: string },
  { policy }: Booking,
  amount: (cents: number) => string,
): string {
  if (feeCents > 0) return `Moving now costs ${amount(feeCents)}, on top of the price.`
  if (wasMoved) return 'Moving is free: the new date was our idea.'
  if (until === '' || policy.moveFeeCents === 0) return 'Moving is free.'
  return `Moving is free until ${until}. After that it costs ${amount(policy.moveFeeCents)}.`
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
  const deposit = `the deposit of ${amount(depositCents)}`
  if (state === 'requested') return 'Taking the request back costs nothing.'
  if (depositCents === 0) return 'Canceling costs nothing.'
  if (!isDepositReturned)
    return received > 0
      ? `If you cancel now, ${deposit} is kept.`
      : `If you cancel now, ${deposit} stays due.`
  const comesBack = received > 0 ? `${deposit} comes back to you` : `${deposit} is no longer due`
  if (wasMoved) return `If the new date does not suit and you cancel, ${comesBack}.`
  return `Cancel until ${until} and ${comesBack}. After that it is kept.`
}
