import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { enqueueAll } from '~/platform/jobs/queue.server'
import { dropMailFile, mailFileName } from '~/platform/mail/mailer.server'
import { DELIVER_MAIL, MAIL_PRIORITY } from '../model'
import { markNotSent } from '../store.server'
import { countInState, requeue } from '../viewing/store.server'
import { selectWaiting, type WaitingRow } from './store.server'

interface WaitingDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'smtpUrl' | 'dataDir'>
  author: Author
}

/** Rows of one transaction: nobody else waits long. */
const AT_ONCE = 100

/** What was written while there was no mail server. */
export interface WaitingMail {
  /** Of use now. */
  ready: number
  /** Out of date: sending them would tell people about what is over, or bring links that open nothing. */
  outOfDate: number
}

export async function countWaitingMail({ db, clock }: { db: Db; clock: Clock }): Promise<WaitingMail> {
  const [all, ready] = await Promise.all([
    countInState(db, 'waiting'),
    countInState(db, 'waiting', clock.now()),
  ])
  return { ready, outOfDate: all - ready }
}

/** Sends one email that waited for a mail server, or (`id` null) all that are still of use. */
export async function sendWaitingMail(
  deps: WaitingDeps,
  id: string | null,
): Promise<{ ok: true; count: number } | { ok: false; reason: 'no-server' }> {
  const { clock, config } = deps
  if (!config.smtpUrl) return { ok: false, reason: 'no-server' }
  const count = await inParts(deps, { id, usefulAt: clock.now() }, 'mail-sent-later', async (tx, mails) => {
    for (const mail of mails) await requeue(tx, mail.id, 'waiting')
    const jobs = mails.map((mail) => ({
      kind: DELIVER_MAIL,
      payload: { mail: mail.id },
      priority: MAIL_PRIORITY,
    }))
    await enqueueAll({ db: tx, clock }, jobs)
  })
  return { ok: true, count }
}

/** Gives up one email that waits for a mail server, or (`id` null) all. The list keeps them, without their links. */
export const discardWaitingMail = (deps: WaitingDeps, id: string | null): Promise<number> =>
  inParts(deps, { id }, 'mail-discarded', async (tx, mails) => {
    for (const mail of mails) await markNotSent(tx, mail.id, `Discarded by ${deps.author.name}.`)
  })

async function inParts(
  deps: WaitingDeps,
  which: { id: string | null; usefulAt?: number },
  action: 'mail-sent-later' | 'mail-discarded',
  work: (tx: Db, mails: WaitingRow[]) => Promise<void>,
): Promise<number> {
  let count = 0
  for (;;) {
    const mails = await transact(deps.db, async (tx) => {
      const found = await selectWaiting(tx, { ...which, limit: AT_ONCE })
      const [first] = found
      if (!first) return found
      await work(tx, found)
      const subject = found.length === 1 ? `“${first.subject}” to ${first.to}` : `${found.length} emails`
      await recordAction({ ...deps, db: tx }, { action, subject })
      return found
    })
    // Sent, a file goes when the server has the email.
    if (action === 'mail-discarded')
      for (const mail of mails) await dropMailFile(deps.config, mailFileName(mail))
    count += mails.length
    if (mails.length < AT_ONCE) return count
  }
}
