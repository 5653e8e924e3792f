import { z } from 'zod'
import { addDays, dateOf, endOfDate, instantOf } from '~/platform/time'
import type { GalleryState } from '../model'

/** The job kind that checks galleries for expiration. */
export const CHECK_EXPIRATIONS = 'check-gallery-expirations'
export const checkPayload = z.object({})

/** Interval of checks between midnights, in ms. */
export const CHECK_EVERY_MS = 5 * 60_000

/** Days before the last day on which clients are reminded. */
export const REMINDER_STEPS = [14, 3] as const
export type ReminderStep = (typeof REMINDER_STEPS)[number]

/** Days for which a gallery that has closed opens again. */
export const REOPEN_DAYS = 30
/** Farthest expiration, in years. */
export const FARTHEST_YEARS = 20

/** A client gallery as its end is decided. */
export interface ExpiringGallery {
  id: string
  title: string
  state: GalleryState
  /** YYYY-MM-DD, its last day in the studio’s zone; null: it stays open. */
  expiresOn: string | null
  expiredAt: number | null
  heldAt: number | null
  /** It lets photos be downloaded. */
  hasDownloads: boolean
  version: number
}

/** Emails are sent only within these hours of the studio's zone. */
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
export const expirationTime = (expiresOn: string, zone: string): number => endOfDate(expiresOn, zone)
