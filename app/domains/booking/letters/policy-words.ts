import { dollars } from '~/ui/money'
import { cancelTerms, moveTerms } from '../policy'
import type { Booking } from '../reservations/model'
import { momentWords } from './session-time'

interface Now {
  /** Milliseconds since 1970. */
  now: number
  /** How often the client has moved it. */
  moves: number
}

/** What moving and canceling cost from now on, by the terms that were agreed: one sentence each. */
export function policyWords(booking: Booking, at: Now): string[] {
  if (booking.acceptAskedAt !== null)
    return [
      'Since we rescheduled, you can choose another date or cancel at no cost until you confirm the new one.',
    ]
  const waits =
    booking.state === 'requested'
      ? ['You can withdraw your request at no cost until we reply. After that, this policy applies:']
      : []
  return [...waits, moveWords(booking, at), ...cancelWords(booking, at)]
}

function moveWords({ policy, sessionDate, zone }: Booking, { now, moves }: Now): string {
  if (policy.moveFeeCents === 0) return 'Rescheduling to another open time is free.'
  const fee = dollars(policy.moveFeeCents)
  const { freeUntil } = moveTerms({ policy, sessionDate, now, moves })
  if (freeUntil === null) return `Rescheduling to another open time costs ${fee}.`
  const left = policy.freeMoves - moves
  const free = left === 1 ? 'You can reschedule once for free' : `You can reschedule ${left} times for free`
  return `${free} until ${momentWords(freeUntil, zone)}. After that, rescheduling costs ${fee}.`
}

function cancelWords({ policy, sessionDate, zone, depositCents }: Booking, { now }: Now): string[] {
  if (depositCents === 0) return []
  const deposit = dollars(depositCents)
  const { isDepositReturned, returnedUntil } = cancelTerms({ policy, sessionDate, now })
  return [
    isDepositReturned
      ? `If you cancel by ${momentWords(returnedUntil, zone)}, we’ll refund your ${deposit} deposit. After that, it’s nonrefundable.`
      : `If you cancel now, your ${deposit} deposit is nonrefundable.`,
  ]
}
