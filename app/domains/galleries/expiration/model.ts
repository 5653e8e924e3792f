import { z } from 'zod'
import { addDays, dateOf, endOfDate, instantOf } from '~/platform/time'
import type { GalleryState } from '../model'

/** The job kind that checks galleries for expiration. */
export const CHECK_EXPIRATIONS = 'check-gallery-expirations'
export const checkPayload = z.object({})

/** Interval of checks between midnights, in milliseconds. */
export const CHECK_EVERY_MS = 5 * 60_000

/** Days before the last day on which clients are reminded. */
export const REMINDER_STEPS = [14, 3] as const
export type ReminderStep = (typeof REMINDER_STEPS)[number]

/** Days by which reopening extends a gallery. */
export const REOPEN_DAYS = 30
/** Maximum years ahead for an expiration date. */
export const FARTHEST_YEARS = 20

/** A client gallery with what decides about its expiration. */
export interface ExpiringGallery {
  id: string
  title: string
  state: GalleryState
  /** The last day of access in the studio’s zone, YYYY-MM-DD; null: no expiration. */
  expiresOn: string | null
  expiredAt: number | null
  pausedAt: number | null
  /** Whether clients can download photos. */
  hasDownloads: boolean
  version: number
}

/** Emails are sent only within these hours of the studio's zone. */
const MORNING = '09:00'
const EVENING = '20:00'

/**
 * The period in which a reminder may be sent: from the morning (studio's zone) of its day until it would no
 * longer be true.
 */
export function reminderTime(
  step: ReminderStep,
  expiresOn: string,
  zone: string,
): { from: number; until: number } {
  // A late first reminder is sent within two days, the last one until the evening before the last day.
  const latest = step === 14 ? addDays(expiresOn, -12) : addDays(expiresOn, -1)
  return {
    from: instantOf(addDays(expiresOn, -step), MORNING, zone),
    until: instantOf(latest, EVENING, zone),
  }
}

/** The reminder that is due now for this last day; undefined: none, or it's night in the studio's zone. */
export function dueReminder(expiresOn: string, now: number, zone: string): ReminderStep | undefined {
  const today = dateOf(now, zone)
  if (now < instantOf(today, MORNING, zone) || now >= instantOf(today, EVENING, zone)) return undefined
  return REMINDER_STEPS.find((step) => {
    const { from, until } = reminderTime(step, expiresOn, zone)
    return now >= from && now < until
  })
}

/** When a gallery expires: at midnight after its last day. Milliseconds since 1970. */
export const expirationTime = (expiresOn: string, zone: string): number => endOfDate(expiresOn, zone)
