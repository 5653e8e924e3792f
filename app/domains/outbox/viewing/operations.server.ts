import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { HistoryQuery } from '~/platform/history'
import { withoutTokens } from '~/platform/http/token-paths'
import { enqueue } from '~/platform/jobs/queue.server'
import { momentLabel } from '~/platform/time'
import { DELIVER_MAIL, MAIL_PRIORITY, type MailState } from '../model'
import { renderedContent } from '../operations.server'
import type { MailEntry } from './model'
import {
  countInState,
  requeue,
  selectLastAbout,
  selectLettersTo,
  selectMailEntries,
  selectMailEntry,
  selectMailTo,
} from './store.server'

const PAGE_SIZE = 50

/** A message with its instants as people read them. */
export type ShownMail = MailEntry & { isOutOfDate: boolean; created: string; sent: string | null }

/** Its links have expired, or what it's about is over. */
const isOutOfDate = ({ expiresAt }: Pick<MailEntry, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

const shown = <M extends MailEntry>(mail: M, zone: string, now: number): M & ShownMail => ({
  ...mail,
  isOutOfDate: mail.state !== 'sent' && isOutOfDate(mail, now),
  created: momentLabel(mail.createdAt, zone),
  sent: mail.sentAt === null ? null : momentLabel(mail.sentAt, zone),
})

/** The messages of one state, or all, newest first. `next`: what the next page begins before. */
export async function listMail(
  { db, clock }: { db: Db; clock: Clock },
  {
    zone,
    search = '',
    limit = PAGE_SIZE,
    ...query
  }: { state: MailState | null; search?: string; before: string | null; zone: string; limit?: number },
): Promise<{ mails: ShownMail[]; next: string | null }> {
  const found = await selectMailEntries(db, { ...query, search, limit: limit + 1 })
  const mails = found.slice(0, limit)
  return {
    mails: mails.map((mail) => shown(mail, zone, clock.now())),
    next: found.length > limit ? (mails.at(-1)?.id ?? null) : null,
  }
}

/** What was written to a person, newest first. */
export const mailTo = ({ db }: { db: Db }, query: HistoryQuery): Promise<MailEntry[]> =>
  selectMailTo(db, query)

/** What the studio is told about others, should one of its own people ask for what was written to them. */
const NOTICES = /-for-studio$|^enquiry-forwarded$|^do-not-sell-notice$/

/**
 * Every letter to these addresses, newest first, as the person gets them. Links that act are without their tokens, so
 * that the file alone opens nothing.
 */
export async function exportMailTo(
  { db }: { db: Db },
  query: { emails: string[]; until: number },
): Promise<{ subject: string; createdAt: number; sentAt: number | null; state: MailState; text: string }[]> {
  const letters = await selectLettersTo(db, query)
  return letters
    .filter(({ kind }) => !NOTICES.test(kind))
    .map(({ subject, createdAt, sentAt, state, content }) => ({
      ...{ subject, createdAt, sentAt, state },
      text: withoutTokens(renderedContent(content).text),
    }))
}

/**
 * One message with its bodies. Links that act for their reader are shown without their tokens: an assistant who reads
 * the invitation of an owner must not become one.
 */
export async function findMail({ db, clock }: { db: Db; clock: Clock }, id: string, zone: string) {
  const mail = await selectMailEntry(db, id)
  if (!mail) return undefined
  const { content, ...entry } = mail
  const { html, text } = renderedContent(content)
  return { ...shown(entry, zone, clock.now()), html: withoutTokens(html), text: withoutTokens(text) }
}

export const countFailedMail = ({ db }: { db: Db }): Promise<number> => countInState(db, 'failed')

/** What became of the last email of a kind about each of these, such as `share {id}`. */
export const lastMailAbout = ({ db }: { db: Db }, kind: string, about: string[]) =>
  selectLastAbout(db, kind, about)

/** Sends a message that failed again, unless it's out of date. One that hasn't failed stays as it is. */
export async function retryMail(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  id: string,
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> {
  return await transact(db, async (tx) => {
    const mail = await selectMailEntry(tx, id)
    if (!mail) return { ok: false, reason: 'missing' }
    if (!isOutOfDate(mail, clock.now()) && (await requeue(tx, id, 'failed'))) {
      const job = { kind: DELIVER_MAIL, payload: { mail: id }, priority: MAIL_PRIORITY }
      await enqueue({ db: tx, clock }, job)
      const subject = `“${mail.subject}” to ${mail.to.email}`
      await recordAction({ db: tx, clock, author }, { action: 'mail-retried', subject })
    }
    return { ok: true }
  })
}
