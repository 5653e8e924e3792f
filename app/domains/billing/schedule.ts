import { addDays } from '~/platform/time'
import { isTip, type Ledger } from './model'

/** A part of what a booking costs, and when it's due. The last one is the rest. */
export interface Installment {
  /** YYYY-MM-DD in the booking's zone. */
  dueOn: string
  /** Days between it and the session, with which it moves; null: a fixed date. */
  daysBefore: number | null
  /** Minor units; null: whatever the earlier ones leave. */
  amountCents: number | null
}

/** How a studio splits a price by default. */
export interface PaymentTerms {
  /** Days before the session on which the last payment is due; 0: on its day. */
  daysBefore: number
  /** Number of payments after the deposit. */
  installments: number
}

interface Agreed {
  /** Everything owed, with tax, in minor units; null: not known yet. */
  totalCents: number | null
  depositCents: number
  /** YYYY-MM-DD: the day on which the booking is confirmed, and that of the session. */
  agreedOn: string
  sessionOn: string
}

/**
 * The installments of a new booking: the deposit at once, then equal parts at equal distances until the last one.
 * Parts that would fall on the same day, or a price that isn't known, are due together.
 */
export function planInstallments(
  { totalCents, depositCents, agreedOn, sessionOn }: Agreed,
  { daysBefore, installments }: PaymentTerms,
): Installment[] {
  const last = lastDay({ agreedOn, sessionOn, daysBefore })
  const deposit = depositCents > 0 ? [{ dueOn: agreedOn, daysBefore: null, amountCents: depositCents }] : []
  const rest = { dueOn: last, daysBefore, amountCents: null }
  const days = daysBetween(agreedOn, last)
  const each = Math.floor(((totalCents ?? 0) - depositCents) / installments)
  if (each <= 0 || days < installments) return [...deposit, rest]
  const parts = Array.from({ length: installments - 1 }, (_, n) => ({
    dueOn: addDays(agreedOn, Math.round((days * (n + 1)) / installments)),
    daysBefore: null,
    amountCents: each,
  }))
  return [...deposit, ...parts, rest]
}

/** The installments after the session moved. None is due after the last. */
export function redate(
  installments: readonly Installment[],
  { today, sessionOn }: { today: string; sessionOn: string },
): Installment[] {
  const moved = installments.map((each) =>
    each.daysBefore === null
      ? each
      : { ...each, dueOn: lastDay({ agreedOn: today, sessionOn, daysBefore: each.daysBefore }) },
  )
  const last = moved.at(-1)?.dueOn ?? ''
  return moved.map((each) => (each.dueOn > last ? { ...each, dueOn: last } : each))
}

const lastDay = (of: { agreedOn: string; sessionOn: string; daysBefore: number }): string => {
  const day = addDays(of.sessionOn, -of.daysBefore)
  return day < of.agreedOn ? of.agreedOn : day
}

const DAY = 86_400_000
const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY)

/** An installment with what has been paid of it. */
export interface Due {
  dueOn: string
  /** Minor units; null: not known yet. */
  amountCents: number | null
  /** The part that isn't paid; null: not known yet. */
  openCents: number | null
}

/**
 * What is due when. Payments pay the earliest installment first, whatever they were recorded for, except for tips. Fees
 * are due with the last. What was refunded and isn't owed again leaves the paid parts, not the open ones. The open parts
 * add up to the booking's balance due.
 * @param installments in order, with the rest last; none: everything is due on `otherwise`
 */
export function duesOf(
  installments: readonly Installment[],
  { charges, payments }: Ledger,
  { otherwise }: { otherwise: string },
): Due[] {
  const owed = charges.filter(({ voided }) => voided === null)
  const counted = payments.filter(({ voidedAt }) => voidedAt === null)
  const isKnown = owed.every(({ amountCents }) => amountCents !== null)
  const credited = counted.reduce((sum, { creditedCents }) => sum + creditedCents, 0)
  const kept = counted.reduce(
    (sum, { kind, amountCents }) => sum + (kind === 'refund' ? -amountCents : amountCents),
    credited,
  )
  const charged = owed.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), credited)
  // A tip has paid itself.
  const tips = owed
    .filter(({ id }) => isTip(id) && counted.some((each) => each.id === id))
    .reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  // Refunds of more than was received are owed too.
  let unbilled = isKnown ? charged - tips + Math.max(0, tips - kept) : Number.POSITIVE_INFINITY
  let unspent = Math.max(0, kept - tips)
  const parts: readonly Pick<Installment, 'dueOn' | 'amountCents'>[] =
    installments.length === 0 ? [{ dueOn: otherwise, amountCents: null }] : installments
  const dues = parts.flatMap(({ dueOn, amountCents }): Due[] => {
    const amount = Math.min(amountCents ?? Number.POSITIVE_INFINITY, unbilled)
    if (amount === 0) return []
    if (amount === Number.POSITIVE_INFINITY) return [{ dueOn, amountCents: null, openCents: null }]
    const paid = Math.min(unspent, amount)
    unbilled -= amount
    unspent -= paid
    return [{ dueOn, amountCents: amount, openCents: amount - paid }]
  })
  return withoutPaid(dues, credited)
}

/** Takes an amount off what was paid, the latest part first. */
function withoutPaid(dues: readonly Due[], cents: number): Due[] {
  let left = cents
  return dues
    .toReversed()
    .map((due) => {
      if (due.amountCents === null || due.openCents === null) return due
      const part = Math.min(left, due.amountCents - due.openCents)
      left -= part
      return { ...due, amountCents: due.amountCents - part }
    })
    .filter(({ amountCents }) => amountCents !== 0)
    .toReversed()
}

/** The earliest part that isn't paid; undefined: everything is. */
export const nextDue = (dues: readonly Due[]): Due | undefined =>
  dues.find(({ openCents }) => openCents !== 0)

/** What is open on each day, in minor units. An amount that isn't known counts as 0. */
export function sumsByDay(dues: readonly Omit<Due, 'amountCents'>[]): { dueOn: string; cents: number }[] {
  const byDay = new Map<string, number>()
  for (const { dueOn, openCents } of dues) byDay.set(dueOn, (byDay.get(dueOn) ?? 0) + (openCents ?? 0))
  return [...byDay].map(([dueOn, cents]) => ({ dueOn, cents }))
}
