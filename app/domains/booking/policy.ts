import { dateOf } from '~/platform/time'

/** The agreed policy, a snapshot stored in each booking. Amounts in cents. */
export interface BookingPolicy {
  /** Number of free reschedules. */
  freeReschedules: number
  /** Rescheduling is free until this many hours before the session. */
  rescheduleHours: number
  /** The fee for every other reschedule. */
  rescheduleFeeCents: number
  /** The deposit is refundable until this many days before the session. */
  depositRefundDays: number
}

const HOUR = 3_600_000

interface Situation {
  policy: BookingPolicy
  /** Milliseconds since 1970. */
  sessionDate: number
  now: number
  /** How often the client has already rescheduled. */
  reschedules: number
}

/**
 * What rescheduling costs now. `freeUntil`: when it stops being free, milliseconds since 1970; null: it isn't
 * free now.
 */
export function rescheduleTerms({ policy, sessionDate, now, reschedules }: Situation): {
  feeCents: number
  freeUntil: number | null
} {
  const freeUntil = reschedules < policy.freeReschedules ? sessionDate - policy.rescheduleHours * HOUR : null
  return freeUntil !== null && now <= freeUntil
    ? { feeCents: 0, freeUntil }
    : { feeCents: policy.rescheduleFeeCents, freeUntil: null }
}

/** Whether the deposit is refunded when canceling now. Days are 24 hours. */
export function cancelTerms({ policy, sessionDate, now }: Omit<Situation, 'reschedules'>): {
  isDepositReturned: boolean
  returnedUntil: number
} {
  const returnedUntil = sessionDate - policy.depositRefundDays * 24 * HOUR
  return { isDepositReturned: now <= returnedUntil, returnedUntil }
}

interface Agreed {
  policy: BookingPolicy
  state: string
  sessionDate: number
  depositCents: number
  acceptanceRequestedAt: number | null
}

/** The client's fee for rescheduling now. Free while a time chosen by the studio isn't accepted. */
export const rescheduleTermsOf = (
  booking: Agreed,
  { now, reschedules }: { now: number; reschedules: number },
) =>
  booking.acceptanceRequestedAt === null
    ? rescheduleTerms({ ...booking, now, reschedules })
    : { feeCents: 0, freeUntil: booking.sessionDate }

/**
 * What the client gets back by canceling now. Pending requests, and times chosen by the studio that aren't
 * accepted, can be canceled for free.
 */
export function cancelTermsOf(
  booking: Agreed,
  now: number,
): { isDepositReturned: boolean; returnedUntil: number } {
  const isOpen =
    booking.state === 'requested' || booking.acceptanceRequestedAt !== null || booking.depositCents === 0
  return isOpen
    ? { isDepositReturned: true, returnedUntil: booking.sessionDate }
    : cancelTerms({ ...booking, now })
}

/**
 * Whether a cancellation waives all fees: if the booking wasn't confirmed yet, the studio cancels, or the
 * studio had rescheduled and the client hasn't accepted.
 * @param keepsTerms whether the studio cancels under the terms that apply to the client
 */
export const cancelEndsFees = (
  { state, acceptanceRequestedAt }: Pick<Agreed, 'state' | 'acceptanceRequestedAt'>,
  { by, keepsTerms }: { by: 'client' | 'studio'; keepsTerms: boolean },
): boolean => state === 'requested' || acceptanceRequestedAt !== null || (by === 'studio' && !keepsTerms)

/** Whether the client can still change it: until the session begins. */
export const isChangeable = (booking: { state: string; sessionDate: number }, now: number): boolean =>
  (booking.state === 'requested' || booking.state === 'confirmed') && now < booking.sessionDate

/**
 * How often the client has rescheduled, not counting another date chosen instead of one that the studio had
 * proposed.
 */
export const reschedulesBy = (
  events: readonly { kind: string; by: { kind: string }; detail: object }[],
): number =>
  events.filter(
    ({ kind, by, detail }) => kind === 'rescheduled' && by.kind === 'client' && !('instead' in detail),
  ).length

/**
 * What a reschedule changed for the client: the date, or only the time.
 * @param fromDate milliseconds since 1970
 */
export const whatIsNew = (
  { sessionDate, zone }: { sessionDate: number; zone: string },
  fromDate: number,
): 'date' | 'time' => (dateOf(fromDate, zone) === dateOf(sessionDate, zone) ? 'time' : 'date')
