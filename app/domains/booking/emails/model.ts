import { z } from 'zod'
import type { Due } from '~/domains/billing/schedule'
import type { RequirementKind } from '../requirements/model'
import type { Booking } from '../reservations/model'

/** Why a client gets an email about their hold: it begins, it lasts longer, or it ends soon. */
export type HoldNews = 'new' | 'extended' | 'reminder'

/** What happened to a booking, and the details for its emails. */
export type Occasion =
  | { kind: 'requested' }
  /**
   * `completes`: its time was held until everything required was there. `paid`: the online payment that was required
   * last, and the due dates of what is left.
   */
  | {
      kind: 'confirmed'
      words: string
      completes: boolean
      paid: { cents: number; dues: readonly Due[] } | null
    }
  /** The time is held until what is required is there. `open`: what is still missing. */
  | { kind: 'held'; words: string; open: readonly RequirementKind[]; why: HoldNews }
  /** What was required didn't arrive in time. Refunds: asked for online, and what the studio has to refund itself. */
  | { kind: 'hold-ended'; open: readonly RequirementKind[]; onlineCents: number; otherCents: number }
  | { kind: 'declined'; words: string }
  /** `asksToAccept`: the studio rescheduled it, and the client has to accept. */
  | {
      kind: 'rescheduled'
      fromDate: number
      by: 'client' | 'studio'
      feeCents: number
      words: string
      asksToAccept: boolean
    }
  /** `keptCents`: the deposit that the client doesn’t get back; 0: all of it is returned. */
  | {
      kind: 'canceled'
      by: 'client' | 'studio'
      isDepositReturned: boolean
      keptCents: number
      words: string
    }

/** A client's response on the booking's page, of which only the studio is notified. */
export type Answer =
  /** The client accepts the new time that the studio chose. */
  | { kind: 'accepted' }
  /** Changed details, as label and new value. */
  | { kind: 'answered'; changed: readonly (readonly [label: string, value: string])[] }

/** Job kind for writing a reminder or follow-up email. */
export const WRITE_REMINDER = 'write-booking-reminder'

export const REMINDERS = ['reminder-48', 'reminder-3', 'thanks'] as const
export type Reminder = (typeof REMINDERS)[number]

/** `sessionDate`: the start for which it was scheduled. After rescheduling, new reminders are scheduled. */
export const reminderPayload = z.object({
  booking: z.string(),
  reminder: z.enum(REMINDERS),
  sessionDate: z.int(),
})
export type ReminderPayload = z.infer<typeof reminderPayload>

const HOUR = 3_600_000
/** In milliseconds after the session. Later, a thank-you email would be odd. */
const THANKS_AT_MOST = 7 * 24 * HOUR

/** When to send it (milliseconds since 1970), in elapsed hours before the session begins or after it ends. */
export function reminderTime(
  reminder: Reminder,
  { sessionDate, sessionEnd }: Pick<Booking, 'sessionDate' | 'sessionEnd'>,
): number {
  switch (reminder) {
    case 'reminder-48':
      return sessionDate - 48 * HOUR
    case 'reminder-3':
      return sessionDate - 3 * HOUR
    case 'thanks':
      return sessionEnd + 4 * HOUR
  }
}

/** How many reminders of a session are still ahead: 2, 1 or 0. */
export const remindersAhead = (booking: Pick<Booking, 'sessionDate' | 'sessionEnd'>, now: number): number =>
  (['reminder-48', 'reminder-3'] as const).filter((reminder) => reminderTime(reminder, booking) > now).length

/** When it expires, milliseconds since 1970. */
export function reminderEnd(
  reminder: Reminder,
  booking: Pick<Booking, 'sessionDate' | 'sessionEnd'>,
): number {
  switch (reminder) {
    case 'reminder-48':
      return reminderTime('reminder-3', booking)
    case 'reminder-3':
      return booking.sessionDate
    case 'thanks':
      return booking.sessionEnd + THANKS_AT_MOST
  }
}

/** Whether the reminder is still appropriate when it's due, or later if the server wasn't running. */
export function isFitting(
  { reminder, sessionDate }: Pick<ReminderPayload, 'reminder' | 'sessionDate'>,
  booking: Booking,
  now: number,
): boolean {
  if (booking.sessionDate !== sessionDate || now >= reminderEnd(reminder, booking)) return false
  return booking.state === 'confirmed' || (reminder === 'thanks' && booking.state === 'done')
}
