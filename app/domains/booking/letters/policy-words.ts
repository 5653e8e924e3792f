import { dollars } from '~/ui/money'
import type { Booking } from '../bookings/model'
import { cancelTerms, moveTerms } from '../policy'
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
      'Since it was us who moved it, another date or canceling costs you nothing until you have accepted the new one.',
    ]
  const waits =
    booking.state === 'requested'
      ? ['Until we have answered, you can withdraw your request at no cost. Otherwise these terms hold:']
      : []
  return [...waits, moveWords(booking, at), ...cancelWords(booking, at)]
}

function moveWords({ policy, sessionDate, zone }: Booking, { now, moves }: Now): string {
  if (policy.moveFeeCents === 0) return 'Moving it to another free start costs nothing.'
  const fee = dollars(policy.moveFeeCents)
  const { freeUntil } = moveTerms({ policy, sessionDate, now, moves })
  if (freeUntil === null) return `Moving it to another free start costs ${fee}.`
  const left = policy.freeMoves - moves
  const free = left === 1 ? 'You can move it once at no cost' : `You can move it ${left} times at no cost`
  return `${free} until ${momentWords(freeUntil, zone)}. Every other move costs ${fee}.`
}

function cancelWords({ policy, sessionDate, zone, depositCents }: Booking, { now }: Now): string[] {
  if (depositCents === 0) return []
  const deposit = dollars(depositCents)
  const { isDepositReturned, returnedUntil } = cancelTerms({ policy, sessionDate, now })
  return [
    isDepositReturned
      ? `If you cancel until ${momentWords(returnedUntil, zone)}, the deposit of ${deposit} comes back to you; later we keep it.`
      : `If you cancel now, we keep the deposit of ${deposit}.`,
  ]
}
