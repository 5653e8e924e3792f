import type { NewMail } from '~/domains/outbox/model'
import { queueMails } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { isMailAddress } from '~/platform/text'
import type { Booking } from '../reservations/model'
import { selectEvents } from '../reservations/store.server'
import { letterContext } from './email-context.server'
import { sayingOf } from './email-copy'
import { letterToClient, letterToStudio } from './emails.server'
import type { Answer, Occasion } from './model'
import { noticeOf } from './notices'
import { setReminders } from './reminders.server'
import type { Row } from './session-details'
import { momentWords } from './session-details'

export type { Answer, Occasion } from './model'

interface Deps {
  /** The transaction of what happened. */
  db: Tx
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/**
 * Queues what the client and the studio are told, each with the iCalendar part that makes their calendars follow, and
 * sets the reminders; those of an ended or moved booking find that they no longer fit. `booking` is as it is now, and
 * the event of what happened is written.
 */
export async function tellOfBooking(
  deps: Deps,
  booking: Booking,
  occasion: Occasion | Answer,
): Promise<void> {
  const events = await selectEvents(deps.db, booking.id)
  const context = await letterContext(deps, booking, events)
  const letters: NewMail[] = []
  const isOwnDoing = events.some(({ kind, by }) => kind === 'confirmed' && by.kind === 'client')
  if (isToClient(occasion) && isMailAddress(booking.email)) {
    const saying = sayingOf(occasion, context, isOwnDoing)
    letters.push(letterToClient(context, saying, rowsOf(occasion, booking)))
  }
  const notice = noticeOf(occasion, booking, isOwnDoing)
  if (notice) letters.push(letterToStudio(context, notice))
  await queueMails(deps, letters)
  if (isToClient(occasion)) await setReminders(deps, booking)
}

const isToClient = (occasion: Occasion | Answer): occasion is Occasion =>
  occasion.kind !== 'accepted' && occasion.kind !== 'answered'

const rowsOf = (occasion: Occasion, { zone }: Booking): Row[] =>
  occasion.kind === 'moved' ? [['Before', momentWords(occasion.fromDate, zone)]] : []
