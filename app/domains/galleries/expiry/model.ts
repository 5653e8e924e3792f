import { z } from 'zod'
import type { GalleryState } from '../gallery-state'

/** The kind of job that looks whether a gallery closes, or is about to. */
export const LOOK_AT_EXPIRY = 'look-at-gallery-expiry'
export const lookPayload = z.object({})

/** How often one looks, in ms, in between the midnights at which galleries close. */
export const LOOK_EVERY_MS = 5 * 60_000

/** Days before the last one on which those it is shared with are reminded. */
export const REMINDER_STEPS = [14, 3] as const
export type ReminderStep = (typeof REMINDER_STEPS)[number]

/** Days for which a gallery that has closed opens again. */
export const REOPEN_DAYS = 30
/** Nobody means a day that is further away, in years. */
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
  /** It lets photographs be downloaded. */
  hasDownloads: boolean
  version: number
}
