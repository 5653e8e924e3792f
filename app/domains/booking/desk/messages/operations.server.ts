import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { bookingAsTold } from '../../emails/email-context.server'
import { insertEventOnce, selectBooking } from '../../reservations/store.server'
import { dayAndTime } from '../../start-labels'
import { isOnceId } from '../once'
import { messageToClient } from './emails.server'
import { messageErrors } from './message-form'

export type MessageSent =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/** Writes to the client of a booking. `once` is the form's own id: sent twice, one letter leaves. */
export async function writeToClient(
  { db, clock, config, author }: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl'>; author: Author },
  given: { bookingId: string; once: string; subject: string; message: string },
): Promise<MessageSent> {
  const subject = given.subject.trim()
  const message = given.message.trim()
  const errors = messageErrors({ subject, message })
  if (Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
  const booking = isOnceId(given.once) ? await selectBooking(db, { id: given.bookingId }) : undefined
  if (!booking) return { ok: false, reason: 'missing' }
  const { studio } = await readSettings({ db })
  const { sessionDate, zone, reference, name } = booking
  const when = dayAndTime(sessionDate, zone)
  const letterhead = letterheadOf(studio, config.siteUrl)
  const told = await bookingAsTold({ db }, booking)
  const mail = messageToClient(letterhead, told, { subject, message, when })
  return await transact(db, async (tx): Promise<MessageSent> => {
    const isNew = await insertEventOnce(tx, booking.id, {
      id: given.once,
      kind: 'message-sent',
      at: clock.now(),
      by: { kind: 'studio', name: author.name },
      detail: { subject, words: message },
    })
    if (!isNew) return { ok: true }
    await queueMail({ db: tx, clock, config }, mail)
    await recordAction(
      { db: tx, clock, author },
      { action: 'client-written-to', subject: `“${subject}”, booking ${reference} of ${name}` },
    )
    return { ok: true }
  })
}
