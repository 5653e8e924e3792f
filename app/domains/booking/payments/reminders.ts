import type { Due } from '~/domains/billing/schedule'
import { addDays } from '~/platform/time'

/** Days between a due date and its reminders, as the studio set them; null: no such reminder. */
export interface ReminderDays {
  remindBefore: number | null
  remindAfter: number | null
  remindAgain: number | null
}

/** Days from a due date to its reminders, in order; negative: before it. */
export const reminderOffsets = ({ remindBefore, remindAfter, remindAgain }: ReminderDays): number[] =>
  [...new Set([remindBefore === null ? null : -remindBefore, remindAfter, remindAgain])]
    .filter((days) => days !== null)
    .sort((a, b) => a - b)

/** What a reminder was written for, so that it's written once. */
export interface ReminderMark {
  /** YYYY-MM-DD */
  dueOn: string
  daysAfter: number
}

/** One email of a day: the marks that it covers, and what it asks for. */
export interface PlannedReminder {
  /** YYYY-MM-DD */
  on: string
  marks: ReminderMark[]
  /** The parts that are open: those it reminds of, and everything that was due before. */
  parts: { dueOn: string; openCents: number }[]
  isOverdue: boolean
}

/**
 * The reminders of a booking in order, at most one a day, from what is open now. A part that is paid, or whose amount
 * isn't known, has none.
 * @param written those that were written before
 * @param after YYYY-MM-DD: none of this day or earlier
 */
export function planReminders(
  dues: readonly Due[],
  days: ReminderDays,
  { written, after }: { written: readonly ReminderMark[]; after: string },
): PlannedReminder[] {
  const open = dues.flatMap(({ dueOn, openCents }) =>
    openCents !== null && openCents > 0 ? [{ dueOn, openCents }] : [],
  )
  const wasWritten = ({ dueOn, daysAfter }: ReminderMark) =>
    written.some((mark) => mark.dueOn === dueOn && mark.daysAfter === daysAfter)
  const byDay = new Map<string, ReminderMark[]>()
  for (const dueOn of new Set(open.map((due) => due.dueOn)))
    for (const daysAfter of reminderOffsets(days)) {
      const on = addDays(dueOn, daysAfter)
      if (on <= after || wasWritten({ dueOn, daysAfter })) continue
      byDay.set(on, [...(byDay.get(on) ?? []), { dueOn, daysAfter }])
    }
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([on, marks]) => {
      const parts = open.filter(({ dueOn }) => dueOn < on || marks.some((mark) => mark.dueOn === dueOn))
      return { on, marks, parts, isOverdue: parts.some(({ dueOn }) => dueOn < on) }
    })
}

export const sumOf = ({ parts }: Pick<PlannedReminder, 'parts'>): number =>
  parts.reduce((sum, { openCents }) => sum + openCents, 0)
