import { readSettings } from '~/domains/content/operations.server'
import { countFailedMail, listMail } from '~/domains/outbox/viewing/operations.server'
import { listDueDoNotSell } from '~/domains/privacy/answering/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { dateOf, dayLabel } from '~/platform/time'
import { letterOfDoNotSell } from './correspondence/letter'
import type { Letter } from './correspondence/model'
import { countWaitingLetters, listCorrespondence } from './correspondence/operations.server'
import type { Today } from './model'

/** How much of each the first screen shows; the rest is a link away. */
const SHOWN = 8
const MAILS_SHOWN = 5

/** What needs an answer now. Each number is told by its own domain. */
export async function readToday({ db, clock }: { db: Db; clock: Clock }): Promise<Today> {
  const zone = (await readSettings({ db })).studio.timeZone
  const waits = { state: 'waiting', search: '', before: null } as const
  const [waiting, failedMails, mails, due, requests, messages] = await Promise.all([
    countWaitingLetters({ db }),
    countFailedMail({ db }),
    listMail({ db }, { state: 'failed', before: null, zone }),
    listDueDoNotSell({ db }, SHOWN),
    listCorrespondence({ db, clock }, { ...waits, kind: 'date-requests' }),
    listCorrespondence({ db, clock }, { ...waits, kind: 'messages' }),
  ])
  const reader = { zone, now: clock.now() }
  return {
    date: dayLabel(dateOf(clock.now(), zone)),
    waiting,
    failedMails,
    letters: pressingFirst(
      due.map((request) => letterOfDoNotSell(request, reader)),
      [...requests.letters.slice(0, SHOWN), ...messages.letters.slice(0, SHOWN)],
    ),
    mails: mails.mails.slice(0, MAILS_SHOWN).map(({ id, subject, to, failure }) => ({
      id,
      subject,
      to: to.email,
      failure,
    })),
  }
}

/** What the law has a date for and is late, then what came last; what is due later stands at the end. */
function pressingFirst(due: Letter[], others: Letter[]): Letter[] {
  const late = due.filter((letter) => letter.due?.isOverdue)
  const later = due.filter((letter) => !letter.due?.isOverdue)
  return [...late, ...others.sort((a, b) => b.at - a.at), ...later]
}

/** What the frame shows beside its sections. */
export async function countWaiting({ db }: { db: Db }): Promise<{ messages: number; mail: number }> {
  const [letters, mail] = await Promise.all([countWaitingLetters({ db }), countFailedMail({ db })])
  return { messages: letters.messages + letters['date-requests'] + letters['do-not-sell'], mail }
}
