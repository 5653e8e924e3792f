import { type BookingPolicy, cancelTerms, moveTerms } from '../policy'
import { dayAndTime } from '../start-labels'

interface Agreement {
  policy: BookingPolicy
  depositCents: number
  /** Milliseconds since 1970. */
  sessionDate: number
  now: number
  zone: string
  /** "$75" of cents */
  amount: (cents: number) => string
}

/** What moving and canceling will cost, in the words that the client agrees to, one sentence each. */
export const policyWords = (agreement: Agreement): string[] => [moveWords(agreement), cancelWords(agreement)]

function moveWords({ policy, sessionDate, now, zone, amount }: Agreement): string {
  const fee = policy.moveFeeCents > 0 ? `costs ${amount(policy.moveFeeCents)}` : 'is free'
  const { freeUntil } = moveTerms({ policy, sessionDate, now, moves: 0 })
  if (freeUntil === null || policy.moveFeeCents === 0) return `Rescheduling ${fee}.`
  const times = policy.freeMoves === 1 ? 'once' : `up to ${policy.freeMoves} times`
  return `Reschedule ${times} for free until ${dayAndTime(freeUntil, zone)}. After that, rescheduling ${fee}.`
}

function cancelWords({ policy, depositCents, sessionDate, now, zone, amount }: Agreement): string {
  if (depositCents === 0) return 'Cancel anytime. There’s no deposit to lose.'
  const { isDepositReturned, returnedUntil } = cancelTerms({ policy, sessionDate, now })
  if (!isDepositReturned) return `If you cancel, your ${amount(depositCents)} deposit is nonrefundable.`
  return `Cancel by ${dayAndTime(returnedUntil, zone)}, and we’ll refund your ${amount(depositCents)} deposit. After that, it’s nonrefundable.`
}
