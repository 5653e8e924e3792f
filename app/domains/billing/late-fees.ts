import { money } from '~/platform/money'
import { addDays } from '~/platform/time'
import type { Due } from './schedule'

export const LATE_FEE_PERCENT_MAX = 25
export const GRACE_DAYS_MAX = 60

/** What a contract says about late payments: an amount or a part of what is late. */
export interface LateFee {
  /** Minor units; null: a percentage. */
  amountCents: number | null
  percent: number | null
  /** Days after a due date in which there is no fee. */
  graceDays: number
}

/** "$25" or "5% of what is then open of it" */
export const lateFeeAmount = ({ amountCents, percent }: LateFee): string =>
  amountCents === null ? `${percent}% of what is then open of it` : money(amountCents)

/** The clause, as a contract says it. */
export const lateFeeWords = (fee: LateFee): string =>
  `If a payment still isn’t received ${fee.graceDays === 0 ? 'on' : `${fee.graceDays} ${fee.graceDays === 1 ? 'day' : 'days'} after`} its due date, we charge a late fee of ${lateFeeAmount(fee)}. We charge it once for each due date, and never on another late fee.`

/** What a part that is late costs, half a minor unit rounded up. */
export const lateFeeOf = ({ amountCents, percent }: LateFee, openCents: number): number =>
  amountCents ?? Math.floor((openCents * (percent ?? 0) + 50) / 100)

/** The first day on which the fee for a due date is charged. Both are YYYY-MM-DD. */
export const lateFeeDay = ({ graceDays }: LateFee, dueOn: string): string => addDays(dueOn, graceDays + 1)

export interface PlannedLateFee {
  dueOn: string
  /** The part that is late, and what that costs, in minor units. */
  openCents: number
  amountCents: number
}

/**
 * The late fees of a day.
 * @param dues without earlier late fees
 * @param charged due dates for which a fee was charged, also if it was waived
 * @param agreedOn YYYY-MM-DD: earlier due dates have none
 */
export function planLateFees(
  fee: LateFee,
  dues: readonly Due[],
  { today, agreedOn, charged }: { today: string; agreedOn: string; charged: ReadonlySet<string> },
): PlannedLateFee[] {
  const open = new Map<string, number>()
  for (const { dueOn, openCents } of dues) open.set(dueOn, (open.get(dueOn) ?? 0) + (openCents ?? 0))
  return [...open].flatMap(([dueOn, openCents]): PlannedLateFee[] => {
    const amountCents = lateFeeOf(fee, openCents)
    const isLate = dueOn >= agreedOn && lateFeeDay(fee, dueOn) <= today
    return openCents > 0 && amountCents > 0 && isLate && !charged.has(dueOn)
      ? [{ dueOn, openCents, amountCents }]
      : []
  })
}
