import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { enqueueAll } from '~/platform/jobs/queue.server'
import { isMailAddress } from '~/platform/text'
import type { Booking } from '../reservations/model'
import { lockCalendar } from '../reservations/occupancies-store.server'
import { insertReminder, selectBooking, selectEvents } from '../reservations/store.server'
import { readEmailContext } from './email-context.server'
import { reminderCopy } from './email-copy'
import { clientEmail } from './emails.server'
import {
  isFitting,
  REMINDERS,
  type ReminderPayload,
  reminderEnd,
  reminderTime,
  WRITE_REMINDER,
} from './model'

export interface ReminderDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/**
 * Queues the reminders of a confirmed booking that are still in the future. They are never removed: each
 * checks the booking when it is due.
 */
export async function setReminders({ db, clock }: { db: Tx; clock: Clock }, booking: Booking): Promise<void> {
  if (booking.state !== 'confirmed' || !isMailAddress(booking.email)) return
  const { id, sessionDate } = booking
  const due = REMINDERS.map((reminder) => ({ reminder, runAt: reminderTime(reminder, booking) }))
  await enqueueAll(
    { db, clock },
    due
      .filter(({ runAt }) => runAt > clock.now())
      .map(({ reminder, runAt }) => ({
        kind: WRITE_REMINDER,
        payload: { booking: id, reminder, sessionDate } satisfies ReminderPayload,
        runAt,
        uniqueKey: `${WRITE_REMINDER} ${id} ${sessionDate} ${reminder}`,
      })),
  )
}

/**
 * Queues a reminder email if it's still appropriate. A unique index ensures that each is sent once per start,
 * even if the job runs twice.
 */
export async function writeReminder(deps: ReminderDeps, payload: ReminderPayload): Promise<void> {
  const { db, clock } = deps
  const known = await selectBooking(db, { id: payload.booking })
  if (!known) return
  await transact(db, async (tx) => {
    // Locked until the email is in the outbox, so that no one cancels or reschedules in between.
    await lockCalendar(tx, known.resourceId)
    const booking = await selectBooking(tx, { id: known.id })
    const now = clock.now()
    if (!booking || !isMailAddress(booking.email) || !isFitting(payload, booking, now)) return
    const { reminder, sessionDate } = payload
    if (!(await insertReminder(tx, { bookingId: booking.id, reminder, sessionDate, at: now }))) return
    const context = await readEmailContext({ ...deps, db: tx }, booking, await selectEvents(tx, booking.id))
    const email = clientEmail(context, reminderCopy(reminder, booking, context.branding))
    await queueMail({ ...deps, db: tx }, { ...email, expiresAt: reminderEnd(reminder, booking) })
  })
}
