import type { Author } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { HistoryQuery } from '~/domains/people/model'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { withoutTokens } from '~/platform/http/special-paths'
import { enqueue, enqueueAll } from '~/platform/jobs/queue.server'
import { dropMailFile, dropMailFilesBefore, mailFileName } from '~/platform/mail/mailer.server'
import { momentLabel } from '~/platform/time'
import { canSendMail } from './mail-server.server'
import { DELIVER_MAIL, MAIL_PRIORITY, type MailEntry, type MailState } from './model'
import { renderedContent } from './operations.server'
import {
  countInState,
  requeue,
  selectAbout,
  selectAddressee,
  selectEmailsTo,
  selectLastAbout,
  selectMailEntries,
  selectMailEntry,
  selectMailTo,
  selectMessageIds,
} from './sent-emails-store.server'
import {
  deleteEmailsBefore,
  markNotSent,
  selectExpired,
  selectWaitingEmails,
  type WaitingRow,
} from './store.server'

const PAGE_SIZE = 50

/** An email with formatted times. */
export type ShownMail = MailEntry & { isOutOfDate: boolean; created: string; sent: string | null }

/** Its links have expired, or what it is about is over. */
const isOutOfDate = ({ expiresAt }: Pick<MailEntry, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

const shown = <M extends MailEntry>(mail: M, zone: string, now: number): M & ShownMail => ({
  ...mail,
  isOutOfDate: mail.state !== 'sent' && isOutOfDate(mail, now),
  created: momentLabel(mail.createdAt, zone),
  sent: mail.sentAt === null ? null : momentLabel(mail.sentAt, zone),
})

/** Emails of one state, or all, newest first. `next`: the next page begins before this id. */
export async function listMail(
  { db, clock }: { db: Db; clock: Clock },
  {
    zone,
    search = '',
    limit = PAGE_SIZE,
    ...query
  }: { state: MailState | null; search?: string; before: string | null; zone: string; limit?: number },
): Promise<{ emails: ShownMail[]; next: string | null }> {
  const found = await selectMailEntries(db, { ...query, search, limit: limit + 1 })
  const emails = found.slice(0, limit)
  return {
    emails: emails.map((mail) => shown(mail, zone, clock.now())),
    next: found.length > limit ? (emails.at(-1)?.id ?? null) : null,
  }
}

/** Emails to a person, newest first. */
export const mailTo = ({ db }: { db: Db }, query: HistoryQuery): Promise<MailEntry[]> =>
  selectMailTo(db, query)

/** Notices to the studio about other people, which aren't part of a team member's own data. */
const NOTICES = /-for-studio$|^contact-forwarded$|^do-not-sell-notice$/

/**
 * Every email to these addresses, newest first, as sent. Links have no tokens, so that the file grants no
 * access.
 */
export async function exportMailTo(
  { db }: { db: Db },
  query: { emails: string[]; until: number },
): Promise<{ subject: string; createdAt: number; sentAt: number | null; state: MailState; text: string }[]> {
  const letters = await selectEmailsTo(db, query)
  return letters
    .filter(({ kind }) => !NOTICES.test(kind))
    .map(({ subject, createdAt, sentAt, state, content }) => ({
      ...{ subject, createdAt, sentAt, state },
      text: withoutTokens(renderedContent(content).text),
    }))
}

/**
 * An email with its bodies. Links have no tokens: an assistant who reads an owner's invitation must not become
 * an owner.
 */
export async function findMail({ db, clock }: { db: Db; clock: Clock }, id: string, zone: string) {
  const mail = await selectMailEntry(db, id)
  if (!mail) return undefined
  const { content, ...entry } = mail
  const { html, text } = renderedContent(content)
  return { ...shown(entry, zone, clock.now()), html: withoutTokens(html), text: withoutTokens(text) }
}

export const countFailedMail = ({ db }: { db: Db }): Promise<number> => countInState(db, 'failed')

/** State of the last email of a kind about each of these records, such as `share {id}`. */
export const lastMailAbout = ({ db }: { db: Db }, kind: string, about: string[]) =>
  selectLastAbout(db, kind, about)

/** Message-IDs by record, of the last email about each. */
export const messageIdsAbout = ({ db }: { db: Db }, about: string[]): Promise<Map<string, string>> =>
  selectMessageIds(db, about)

/** The records that these emails are about, by id. Others are left out. */
export const aboutOfEmails = ({ db }: { db: Db }, ids: string[]): Promise<Map<string, string>> =>
  selectAbout(db, ids)

/** The address that an email is to; undefined: no such email. */
export const addresseeOf = ({ db }: { db: Db }, id: string): Promise<string | undefined> =>
  selectAddressee(db, id)

/** Retries a failed email that hasn't expired. Others stay unchanged. */
export async function retryMail(
  { db, clock, author }: WriteDeps,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> {
  return await transact(db, async (tx) => {
    const mail = await selectMailEntry(tx, id)
    if (!mail) return { ok: false, reason: 'missing' }
    if (!isOutOfDate(mail, clock.now()) && (await requeue(tx, id, 'failed'))) {
      const job = { kind: DELIVER_MAIL, payload: { mail: id }, priority: MAIL_PRIORITY }
      await enqueue({ db: tx, clock }, job)
      const subject = `“${mail.subject}” to ${mail.to.email}`
      await recordAction({ db: tx, clock, author }, { action: 'email-retried', subject })
    }
    return { ok: true }
  })
}

interface WaitingMailDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'smtpUrl' | 'secret' | 'dataDir'>
  author: Author
}

/** Rows per transaction, so that other transactions don't wait long. */
const AT_ONCE = 100

/** Emails written while there was no mail server. */
export interface WaitingMail {
  /** Not expired. */
  ready: number
  /** Expired: about something past, or with invalid links. */
  outOfDate: number
}

export async function countWaitingMail({ db, clock }: { db: Db; clock: Clock }): Promise<WaitingMail> {
  const [all, ready] = await Promise.all([
    countInState(db, 'waiting'),
    countInState(db, 'waiting', clock.now()),
  ])
  return { ready, outOfDate: all - ready }
}

/** Number of emails that were not sent, by state. */
export async function countUnsentMail({
  db,
}: {
  db: Db
}): Promise<Record<'queued' | 'waiting' | 'failed', number>> {
  const [queued, waiting, failed] = await Promise.all([
    countInState(db, 'queued'),
    countInState(db, 'waiting'),
    countInState(db, 'failed'),
  ])
  return { queued, waiting, failed }
}

/** Sends one email that waited for a mail server, or all that haven't expired if `id` is null. */
export async function sendWaitingMail(
  deps: WaitingMailDeps,
  id: string | null,
): Promise<{ ok: true; count: number } | { ok: false; reason: 'no-server' }> {
  const { clock } = deps
  if (!(await canSendMail(deps))) return { ok: false, reason: 'no-server' }
  const count = await inParts(deps, { id, usefulAt: clock.now() }, 'email-sent-later', async (tx, emails) => {
    for (const mail of emails) await requeue(tx, mail.id, 'waiting')
    const jobs = emails.map((mail) => ({
      kind: DELIVER_MAIL,
      payload: { mail: mail.id },
      priority: MAIL_PRIORITY,
    }))
    await enqueueAll({ db: tx, clock }, jobs)
  })
  return { ok: true, count }
}

/** Discards one email that waits for a mail server, or all if `id` is null. The list keeps them, without links. */
export const discardWaitingMail = (deps: WaitingMailDeps, id: string | null): Promise<number> =>
  inParts(deps, { id }, 'email-discarded', async (tx, emails) => {
    for (const mail of emails) await markNotSent(tx, mail.id, `Discarded by ${deps.author.name}.`)
  })

async function inParts(
  deps: WaitingMailDeps,
  which: { id: string | null; usefulAt?: number },
  action: 'email-sent-later' | 'email-discarded',
  work: (tx: Db, emails: WaitingRow[]) => Promise<void>,
): Promise<number> {
  let count = 0
  for (;;) {
    const emails = await transact(deps.db, async (tx) => {
      const found = await selectWaitingEmails(tx, { ...which, limit: AT_ONCE })
      const [first] = found
      if (!first) return found
      await work(tx, found)
      const subject = found.length === 1 ? `“${first.subject}” to ${first.to}` : `${found.length} emails`
      await recordAction({ ...deps, db: tx }, { action, subject })
      return found
    })
    // If it is sent, its file is deleted after the mail server has accepted it.
    if (action === 'email-discarded')
      for (const mail of emails) await dropMailFile(deps.config, mailFileName(mail))
    count += emails.length
    if (emails.length < AT_ONCE) return count
  }
}

interface ForgettingDeps {
  db: Db
  config: Pick<Config, 'dataDir'>
}

/** Deletes emails written before an instant, with their search terms. @returns how many */
export const deleteOldEmails = (
  { db }: Pick<ForgettingDeps, 'db'>,
  before: number,
  limit: number,
): Promise<number> => transact(db, (tx) => deleteEmailsBefore(tx, before, limit))

/** Deletes the files of emails written without a mail server. */
export const deleteOldEmailFiles = (
  { config }: Pick<ForgettingDeps, 'config'>,
  before: number,
): Promise<number> => dropMailFilesBefore(config, before)

/** Drops expired emails that weren't sent, and removes their links. @returns how many */
export async function retireExpiredEmails(
  { db, config }: ForgettingDeps,
  now: number,
  limit: number,
): Promise<number> {
  const expired = await transact(db, async (tx) => {
    const found = await selectExpired(tx, now, limit)
    for (const { id, failure } of found)
      await markNotSent(tx, id, ['Out of date.', failure ?? ''].filter(Boolean).join(' '))
    return found
  })
  for (const mail of expired) await dropMailFile(config, mailFileName(mail))
  return expired.length
}
