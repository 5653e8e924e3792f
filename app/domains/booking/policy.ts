import { dateOf } from '~/platform/time'

/** What rescheduling and canceling cost, as it was agreed: frozen into each booking. Amounts in cents. */
export interface BookingPolicy {
  /** How many reschedules cost nothing. */
  freeMoves: number
  /** A move costs nothing until so many hours before the session. */
  moveHours: number
  /** What every other move costs. */
  moveFeeCents: number
  /** The deposit is returned until so many days before the session. */
  depositBackDays: number
}

const HOUR = 3_600_000

interface Situation {
  policy: BookingPolicy
  /** The session's begin and now, milliseconds since 1970. */
  sessionDate: number
  now: number
  /** How often the client has moved it already. */
  reschedules: number
}

/** What a move costs now. `freeUntil`: until when it costs nothing; null: it does already. */
export function rescheduleTerms({ policy, sessionDate, now, reschedules }: Situation): {
  feeCents: number
  freeUntil: number | null
} {
  const freeUntil = reschedules < policy.freeMoves ? sessionDate - policy.moveHours * HOUR : null
  return freeUntil !== null && now <= freeUntil
    ? { feeCents: 0, freeUntil }
    : { feeCents: policy.moveFeeCents, freeUntil: null }
}

/** Whether the deposit is refunded when canceling now. Days are 24 hours. */
export function cancelTerms({ policy, sessionDate, now }: Omit<Situation, 'reschedules'>): {
  isDepositReturned: boolean
  returnedUntil: number
} {
  const returnedUntil = sessionDate - policy.depositBackDays * 24 * HOUR
  return { isDepositReturned: now <= returnedUntil, returnedUntil }
}

interface Agreed {
  policy: BookingPolicy
  state: string
  sessionDate: number
  depositCents: number
  acceptAskedAt: number | null
}

/** The client's fee for rescheduling now. None while a date proposed by the studio isn't accepted. */
export const rescheduleTermsOf = (
  booking: Agreed,
  { now, reschedules }: { now: number; reschedules: number },
) =>
  booking.acceptAskedAt === null
    ? rescheduleTerms({ ...booking, now, reschedules })
    : { feeCents: 0, freeUntil: booking.sessionDate }

/**
 * The client's refund when canceling now. Requests, and dates proposed by the studio, can be left for free.
 */
export function cancelTermsOf(
  booking: Agreed,
  now: number,
): { isDepositReturned: boolean; returnedUntil: number } {
  const isOpen = booking.state === 'requested' || booking.acceptAskedAt !== null || booking.depositCents === 0
  return isOpen
    ? { isDepositReturned: true, returnedUntil: booking.sessionDate }
    : cancelTerms({ ...booking, now })
}

/**
 * Whether a cancellation also waives fees: before anyone has agreed, and when the studio cancels or had
 * rescheduled.
 * @param keepsTerms the studio cancels under the terms that apply to its client
 */
export const cancelEndsFees = (
  { state, acceptAskedAt }: Pick<Agreed, 'state' | 'acceptAskedAt'>,
  { by, keepsTerms }: { by: 'client' | 'studio'; keepsTerms: boolean },
): boolean => state === 'requested' || acceptAskedAt !== null || (by === 'studio' && !keepsTerms)

/** Whether its client may still change it: until the session begins. */
export const isChangeable = (booking: { state: string; sessionDate: number }, now: number): boolean =>
  (booking.state === 'requested' || booking.state === 'confirmed') && now < booking.sessionDate

/** How often the client has moved it. Another date instead of one that the studio moved it to does not count. */
export const reschedulesBy = (
  events: readonly { kind: string; by: { kind: string }; detail: object }[],
): number =>
  events.filter(({ kind, by, detail }) => kind === 'moved' && by.kind === 'client' && !('instead' in detail))
    .length

/** What a move has changed for the client: the day, or the hour of the same day. @param fromDate milliseconds since 1970 */
export const whatIsNew = (
  { sessionDate, zone }: { sessionDate: number; zone: string },
  fromDate: number,
): 'date' | 'time' => (dateOf(fromDate, zone) === dateOf(sessionDate, zone) ? 'time' : 'date')
