import { readSettings } from '~/domains/content/operations.server'
import type { NewMail } from '~/domains/outbox/model'
import { outdateMail, queueMail, queueMails } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { isMailAddress } from '~/platform/text'
import type { Booking } from '../reservations/model'
import { selectEvents } from '../reservations/store.server'
import { bookingForEmail, manageLinkOf, readEmailContext } from './email-context.server'
import { emailCopyOf } from './email-copy'
import { aboutBooking, clientEmail, newLinkEmail, studioEmail } from './emails.server'
import type { Answer, Occasion } from './model'
import { noticeOf } from './notices'
import { setReminders } from './reminders.server'
import { momentText, type Row } from './session-details'

export type { Answer, Occasion } from './model'

interface Deps {
  /** The transaction of the change. */
  db: Tx
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/**
 * Queues the emails to client and studio, each with an iCalendar part that updates their calendars, and sets
 * reminders; outdated ones do nothing. Call it after saving the booking and the event.
 */
export async function notifyOfBooking(
  deps: Deps,
  booking: Booking,
  occasion: Occasion | Answer,
): Promise<void> {
  const events = await selectEvents(deps.db, booking.id)
  const context = await readEmailContext(deps, booking, events)
  const letters: NewMail[] = []
  const deed = occasion.kind === 'held' ? 'held' : 'confirmed'
  const isOwnDoing = events.some(({ kind, by }) => kind === deed && by.kind === 'client')
  if (isToClient(occasion) && isMailAddress(booking.email)) {
    const saying = emailCopyOf(occasion, context, isOwnDoing)
    letters.push(clientEmail(context, saying, rowsOf(occasion, booking)))
  }
  const notice = noticeOf(occasion, booking, isOwnDoing)
  if (notice) letters.push(studioEmail(context, notice))
  await queueMails(deps, letters)
  if (isToClient(occasion)) await setReminders(deps, booking)
}

const isToClient = (occasion: Occasion | Answer): occasion is Occasion =>
  occasion.kind !== 'accepted' && occasion.kind !== 'answered'

const rowsOf = (occasion: Occasion, { zone }: Booking): Row[] =>
  occasion.kind === 'rescheduled' ? [['Before', momentText(occasion.fromDate, zone)]] : []

/** Queues the email with a new manage link. @param db the transaction that revoked the old ones */
export async function sendNewLink(
  { db, clock, config }: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  booking: Booking,
): Promise<void> {
  // A booking that the studio added may have no email address.
  if (!isMailAddress(booking.email)) return
  const branding = emailBrandingOf((await readSettings({ db })).studio, config.siteUrl)
  const emailBooking = await bookingForEmail({ db }, booking)
  const mail = newLinkEmail(branding, emailBooking, manageLinkOf({ config }, booking))
  // The links in earlier emails no longer work.
  await outdateMail({ db, clock }, aboutBooking(booking))
  await queueMail(
    { db, clock, config },
    { ...mail, about: aboutBooking(booking), ...(emailBooking === booking ? {} : { pace: 'notice' }) },
  )
}
