import { readSettings } from '~/domains/content/operations.server'
import { queueMails } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { fullDate } from '~/platform/time'
import type { Offer } from '../../availability/model'
import { dayMovedMail } from '../emails.server'
import { leaveLinkOf, setNextLook } from '../operations.server'
import { moveWaitingTo, releaseOffered, selectDayLine } from '../store.server'

interface Deps {
  /** The transaction in which the day is rescheduled. The calendar is locked. */
  db: Tx
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/**
 * Takes the waitlist of a mini-session day along to its new date, each in their place. What was offered of the old day
 * ends, and starts that are free on the new one are offered by the usual rule. Each person is told once.
 * @returns how many wait
 */
export async function moveWaitlist(
  deps: Deps,
  { offer, from, to }: { offer: Offer; from: string; to: string },
): Promise<number> {
  const { db: tx, clock, config } = deps
  const { type, place } = offer
  const line = await selectDayLine(tx, { sessionType: type.id, place: place.id, date: from })
  if (line.length === 0) return 0
  for (const entry of line) {
    await releaseOffered(tx, entry)
    await moveWaitingTo(tx, entry, to)
  }
  const letterhead = letterheadOf((await readSettings({ db: tx })).studio, config.siteUrl)
  await queueMails(
    deps,
    line.map((entry) =>
      dayMovedMail({
        letterhead,
        email: entry.email,
        session: type.title,
        place: place.title,
        day: fullDate(to),
        before: fullDate(from),
        hadOffer: entry.state === 'offered',
        leaveLink: leaveLinkOf({ config }, entry.id),
      }),
    ),
  )
  await setNextLook({ db: tx, clock })
  return line.length
}
