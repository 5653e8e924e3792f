import { readSettings } from '~/domains/content/operations.server'
import { outdateMail, queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { isMailAddress } from '~/platform/text'
import { bookingAsTold, manageLinkOf } from '../../emails/email-context.server'
import { aboutBooking } from '../../emails/emails.server'
import type { Booking } from '../../reservations/model'
import { linkRenewed } from './emails.server'

/** Queues the message that brings the new link. `db` is the transaction that made it. */
export async function sendNewLink(
  { db, clock, config }: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  booking: Booking,
): Promise<void> {
  // What the studio enters by hand may have no address.
  if (!isMailAddress(booking.email)) return
  const letterhead = letterheadOf((await readSettings({ db })).studio, config.siteUrl)
  const told = await bookingAsTold({ db }, booking)
  const mail = linkRenewed(letterhead, told, manageLinkOf({ config }, booking))
  // The links in earlier emails are dead.
  await outdateMail({ db, clock }, aboutBooking(booking))
  await queueMail(
    { db, clock, config },
    { ...mail, about: aboutBooking(booking), ...(told === booking ? {} : { pace: 'notice' }) },
  )
}
