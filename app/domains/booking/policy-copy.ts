import { money } from '~/platform/money'
import { momentText } from './emails/session-details'
import type { Balance } from './payments/balance'
import {
  type BookingPolicy,
  cancelEndsFees,
  cancelTerms,
  cancelTermsOf,
  isChangeable,
  rescheduleTerms,
  rescheduleTermsOf,
} from './policy'
import type { Booking } from './reservations/model'
import { dayAndTime } from './start-labels'

interface Agreement {
  policy: BookingPolicy
  depositCents: number
  /** Milliseconds since 1970. */
  sessionDate: number
  now: number
  zone: string
}

/** What rescheduling and canceling will cost, one sentence each, as the client agrees to it. */
export const checkoutPolicyCopy = (agreement: Agreement & { hasProposal: boolean }): string[] => [
  checkoutRescheduleCopy(agreement),
  checkoutCancelCopy(agreement),
]

function checkoutRescheduleCopy({ policy, sessionDate, now, zone }: Agreement): string {
  const fee = policy.rescheduleFeeCents > 0 ? `costs ${money(policy.rescheduleFeeCents)}` : 'is free'
  const { freeUntil } = rescheduleTerms({ policy, sessionDate, now, reschedules: 0 })
  if (freeUntil === null || policy.rescheduleFeeCents === 0) return `Rescheduling ${fee}.`
  const times = policy.freeReschedules === 1 ? 'once' : `up to ${policy.freeReschedules} times`
  return `Reschedule ${times} for free until ${dayAndTime(freeUntil, zone)}. After that, rescheduling ${fee}.`
}

function checkoutCancelCopy({
  policy,
  depositCents,
  hasProposal,
  sessionDate,
  now,
  zone,
}: Agreement & { hasProposal: boolean }): string {
  if (hasProposal) return 'Cancel at no cost until you sign your proposal.'
  if (depositCents === 0) return 'Cancel anytime. There’s no deposit to lose.'
  const { isDepositReturned, returnedUntil } = cancelTerms({ policy, sessionDate, now })
  if (!isDepositReturned) return `If you cancel, your ${money(depositCents)} deposit is nonrefundable.`
  return `Cancel by ${dayAndTime(returnedUntil, zone)}, and we’ll refund your ${money(depositCents)} deposit. After that, it’s nonrefundable.`
}

interface Moment {
  /** Milliseconds since 1970. */
  now: number
  /** How often the client has rescheduled. */
  reschedules: number
}

/** What rescheduling and canceling cost from now on by the agreed terms, one sentence each. */
export function emailPolicyCopy(booking: Booking, at: Moment): string[] {
  if (booking.acceptanceRequestedAt !== null)
    return [
      'Since we rescheduled, you can choose another date or cancel at no cost until you confirm the new one.',
    ]
  const waits =
    booking.state === 'requested'
      ? [
          `You can withdraw your request at no cost until ${booking.heldUntil === null ? 'we reply' : 'your session is confirmed'}. After that, this policy applies:`,
        ]
      : []
  return [...waits, emailRescheduleCopy(booking, at), ...emailCancelCopy(booking, at)]
}

function emailRescheduleCopy({ policy, sessionDate, zone }: Booking, { now, reschedules }: Moment): string {
  if (policy.rescheduleFeeCents === 0) return 'Rescheduling to another open time is free.'
  const fee = money(policy.rescheduleFeeCents)
  const { freeUntil } = rescheduleTerms({ policy, sessionDate, now, reschedules })
  if (freeUntil === null) return `Rescheduling to another open time costs ${fee}.`
  const left = policy.freeReschedules - reschedules
  const free = left === 1 ? 'You can reschedule once for free' : `You can reschedule ${left} times for free`
  return `${free} until ${momentText(freeUntil, zone)}. After that, rescheduling costs ${fee}.`
}

function emailCancelCopy({ policy, sessionDate, zone, depositCents }: Booking, { now }: Moment): string[] {
  if (depositCents === 0) return []
  const deposit = money(depositCents)
  const { isDepositReturned, returnedUntil } = cancelTerms({ policy, sessionDate, now })
  return [
    isDepositReturned
      ? `If you cancel by ${momentText(returnedUntil, zone)}, we’ll refund your ${deposit} deposit. After that, it’s nonrefundable.`
      : `If you cancel now, your ${deposit} deposit is nonrefundable.`,
  ]
}

/** What rescheduling and canceling cost now by the agreed terms. */
export interface PolicyCopy {
  /** "Rescheduling is free until Thursday, December 3, 10:30 AM."; empty when it’s too late. */
  rescheduling: string
  /** "If you cancel now, your $75 deposit is nonrefundable." */
  canceling: string
  rescheduleFeeCents: number
  /** Whether the client would lose the deposit by canceling now. */
  isDepositKept: boolean
}

interface Now {
  now: number
  reschedules: number
  balance: Pick<Balance, 'deposit' | 'feesLasting'>
}

export function policyCopy(booking: Booking, { now, reschedules, balance }: Now): PolicyCopy {
  if (!isChangeable(booking, now))
    return { rescheduling: '', canceling: '', rescheduleFeeCents: 0, isDepositKept: false }
  const { feeCents, freeUntil } = rescheduleTermsOf(booking, { now, reschedules })
  const { isDepositReturned, returnedUntil } = cancelTermsOf(booking, now)
  const at = (instant: number) => dayAndTime(instant, booking.zone)
  const wasRescheduled = booking.acceptanceRequestedAt !== null
  return {
    rescheduleFeeCents: feeCents,
    isDepositKept: !isDepositReturned,
    rescheduling: movingWords(
      { feeCents, wasRescheduled, until: freeUntil === null ? '' : at(freeUntil) },
      booking,
    ),
    canceling: [
      cancelingWords(
        { isDepositReturned, wasRescheduled, until: at(returnedUntil), received: balance.deposit },
        booking,
      ),
      ...(balance.feesLasting > 0 && !cancelEndsFees(booking, { by: 'client', keepsTerms: true })
        ? [`You’ll still owe ${money(balance.feesLasting)} in fees.`]
        : []),
    ].join(' '),
  }
}

function movingWords(
  { feeCents, wasRescheduled, until }: { feeCents: number; wasRescheduled: boolean; until: string },
  { policy }: Booking,
): string {
  if (feeCents > 0) return `Rescheduling now costs ${money(feeCents)}, on top of the price.`
  if (wasRescheduled) return 'Rescheduling is free, since we chose the new date.'
  if (until === '' || policy.rescheduleFeeCents === 0) return 'Rescheduling is free.'
  return `Rescheduling is free until ${until}. After that, it costs ${money(policy.rescheduleFeeCents)}.`
}

function cancelingWords(
  {
    isDepositReturned,
    wasRescheduled,
    until,
    received,
  }: {
    isDepositReturned: boolean
    wasRescheduled: boolean
    until: string
    received: number
  },
  { depositCents, state }: Booking,
): string {
  const deposit = `${money(depositCents)} deposit`
  if (state === 'requested') return 'You can withdraw your request at no cost.'
  if (depositCents === 0) return 'Canceling is free.'
  const isInPart = received > 0 && received < depositCents
  if (!isDepositReturned) {
    const owed = isInPart ? `, and you’ll still owe ${money(depositCents - received)} of it` : ''
    return received > 0
      ? `If you cancel now, your ${deposit} is nonrefundable${owed}.`
      : `If you cancel now, you’ll still owe the ${deposit}.`
  }
  const [refund, after] =
    received > 0
      ? [`we’ll refund ${isInPart ? `${money(received)} of ` : ''}your ${deposit}`, 'it’s nonrefundable']
      : [`you won’t owe the ${deposit}`, 'it’s due']
  if (wasRescheduled) return `If the new date doesn’t work and you cancel, ${refund}.`
  return `Cancel by ${until} and ${refund}. After that, ${after}.`
}
