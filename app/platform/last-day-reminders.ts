import { dateOf, instantOf } from './time'

const DAY = 86_400_000
/** Days that are left when a reminder of a last day is written, with that day. */
const DAYS_LEFT = 3
/** Reminders of a day are written from this time on, in the studio's zone. */
const FROM = '09:00'

/**
 * When the reminder of the last day of something that was sent is written, in milliseconds since 1970; null: it was sent
 * less than a day before that.
 */
export function reminderTime(
  { sent_at, expires_at }: { sent_at: number; expires_at: number },
  zone: string,
): number | null {
  const at = instantOf(dateOf(expires_at - DAYS_LEFT * DAY, zone), FROM, zone)
  return at - sent_at >= DAY ? at : null
}

/** Until when something can end whose reminder may be written by an instant. */
export const remindableUntil = (now: number): number => now + (DAYS_LEFT + 1) * DAY

/** A reminder as the Studio shows it, and how it can be turned; null: not anymore. */
export interface ReminderLine {
  label: string
  canTurn: 'on' | 'off' | null
}

/** @param at when it's written; null: never */
export function reminderLine(
  { at, writtenAt, isOff }: { at: number | null; writtenAt: number | null; isOff: boolean },
  moment: (at: number) => string,
): ReminderLine {
  if (writtenAt !== null) return { label: `Written ${moment(writtenAt)}`, canTurn: null }
  if (at === null) return { label: 'None, since there’s little time', canTurn: null }
  return isOff ? { label: 'Off', canTurn: 'on' } : { label: moment(at), canTurn: 'off' }
}
