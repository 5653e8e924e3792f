/** What moving and canceling cost, as it was agreed: frozen into each booking. Amounts in cents. */
export interface BookingPolicy {
  /** How many moves cost nothing. */
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
  moves: number
}

/** What a move costs now. `freeUntil`: until when it costs nothing; null: it does already. */
export function moveTerms({ policy, sessionDate, now, moves }: Situation): {
  feeCents: number
  freeUntil: number | null
} {
  const freeUntil = moves < policy.freeMoves ? sessionDate - policy.moveHours * HOUR : null
  return freeUntil !== null && now <= freeUntil
    ? { feeCents: 0, freeUntil }
    : { feeCents: policy.moveFeeCents, freeUntil: null }
}

/** Whether the deposit comes back when the session is canceled now. Days are of 24 hours. */
export function cancelTerms({ policy, sessionDate, now }: Omit<Situation, 'moves'>): {
  isDepositReturned: boolean
  returnedUntil: number
} {
  const returnedUntil = sessionDate - policy.depositBackDays * 24 * HOUR
  return { isDepositReturned: now <= returnedUntil, returnedUntil }
}
