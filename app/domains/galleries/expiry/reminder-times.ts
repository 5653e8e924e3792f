import { addDays, dateOf, endOfDate, instantOf } from '~/platform/time'
import { REMINDER_STEPS, type ReminderStep } from './model'

/** Nobody is written to at night: within these hours of the studio’s clock. */
const MORNING = '09:00'
const EVENING = '20:00'

/** When a reminder is due, in the studio’s morning, and how long it still fits if the program did not run. */
export function reminderTime(
  step: ReminderStep,
  expiresOn: string,
  zone: string,
): { from: number; until: number } {
  // A week late, two weeks would not be true; the last one is of use until the day itself.
  const latest = step === 14 ? addDays(expiresOn, -12) : addDays(expiresOn, -1)
  return {
    from: instantOf(addDays(expiresOn, -step), MORNING, zone),
    until: instantOf(latest, EVENING, zone),
  }
}

/** The reminder that is due now for a gallery with this last day; undefined: none, or it is night in the studio. */
export function dueReminder(expiresOn: string, now: number, zone: string): ReminderStep | undefined {
  const today = dateOf(now, zone)
  if (now < instantOf(today, MORNING, zone) || now >= instantOf(today, EVENING, zone)) return undefined
  return REMINDER_STEPS.find((step) => {
    const { from, until } = reminderTime(step, expiresOn, zone)
    return now >= from && now < until
  })
}

/** The instant at which a gallery closes: the midnight that ends its last day. */
export const closingTime = (expiresOn: string, zone: string): number => endOfDate(expiresOn, zone)
