import { REMINDERS, reminderTime, WRITE_REMINDER } from '~/domains/booking/emails/model'
import { DELIVER_MAIL, MAIL_PRIORITY } from '~/domains/outbox/model'
import { renditionJobs } from '~/domains/photos/photo-jobs'
import type { Clock } from '~/platform/clock'
import type { Tx } from '~/platform/db/database.server'
import { enqueueAll, type NewJob } from '~/platform/jobs/queue.server'
import { isMailAddress } from '~/platform/text'
import { indexEverything, photosToRender, selectComingBookings, selectWaitingMail } from './store.server'

/** Makes anew, in the transaction of an import, what no archive holds: words of searches, and the work that waits. */
export async function resumeWork({ db: tx, clock }: { db: Tx; clock: Clock }): Promise<void> {
  await indexEverything(tx)
  let rank = 0
  for await (const photos of photosToRender(tx))
    await enqueueAll(
      { db: tx, clock },
      photos.flatMap((photo) => renditionJobs(photo, rank++)),
    )
  const mail = await selectWaitingMail(tx)
  await enqueueAll(
    { db: tx, clock },
    mail.map(({ id }) => ({ kind: DELIVER_MAIL, payload: { mail: id }, priority: MAIL_PRIORITY })),
  )
  await enqueueAll({ db: tx, clock }, await reminders(tx, clock.now()))
}

async function reminders(tx: Tx, now: number): Promise<NewJob[]> {
  const bookings = await selectComingBookings(tx, now - 86_400_000)
  return bookings
    .filter(({ email }) => isMailAddress(email))
    .flatMap(({ id, session_date: sessionDate, session_end: sessionEnd }) =>
      REMINDERS.map((reminder) => ({
        kind: WRITE_REMINDER,
        payload: { booking: id, reminder, sessionDate },
        runAt: reminderTime(reminder, { sessionDate, sessionEnd }),
        uniqueKey: `${WRITE_REMINDER} ${id} ${sessionDate} ${reminder}`,
      })),
    )
    .filter(({ runAt }) => runAt > now)
}
