import { type Db, lockRows } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { dropTerms, indexNew } from '~/platform/db/search-terms.server'
import { withLinksRemoved } from '~/platform/http/special-paths'
import { readMailbox, writeMailbox } from './mailbox'
import type { MailContent, OutboxMail } from './model'

/** Recipients are indexed for search now, subjects later by `indexSubject`. */
export async function insertEmails(db: Db, emails: OutboxMail[]): Promise<void> {
  await db.insertInto('outbox').values(emails.map(rowOf)).execute()
  await indexNew(
    db,
    'mail',
    emails.map(({ id, to }) => ({ id, texts: [to.email, to.name] })),
  )
}

/** Idempotent. */
export async function indexSubject(db: Db, { id, subject }: OutboxMail): Promise<void> {
  await indexNew(db, 'mail', [{ id, texts: [subject] }])
}

const rowOf = (mail: OutboxMail): NewRow<'outbox'> => ({
  id: mail.id,
  kind: mail.kind,
  to_address: writeMailbox(mail.to),
  reply_to: mail.replyTo ? writeMailbox(mail.replyTo) : null,
  subject: mail.subject,
  ...contentRow(mail.content),
  headers: JSON.stringify(mail.headers),
  calendar: mail.calendar?.content ?? null,
  calendar_method: mail.calendar?.method ?? null,
  message_id: mail.messageId,
  state: mail.state,
  failure: null,
  created_at: mail.createdAt,
  sent_at: null,
  about: mail.about,
  expires_at: mail.expiresAt,
  pace: mail.pace,
})

const contentRow = (content: MailContent) =>
  'body' in content ? { body: content.body, html: '', text: '' } : { body: null, ...content }

/** The stored columns `html`, `text` and `body`. */
export const contentOf = ({
  body,
  html,
  text,
}: Pick<Row<'outbox'>, 'body' | 'html' | 'text'>): MailContent => (body === null ? { html, text } : { body })

/** Replaces an email's data by the rendered HTML and text. */
export async function storeRendered(db: Db, id: string, rendered: { html: string; text: string }) {
  await db.updateTable('outbox').set(contentRow(rendered)).where('id', '=', id).execute()
}

export async function selectMail(db: Db, id: string): Promise<OutboxMail | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  return row && mailFrom(row)
}

const mailFrom = (row: Row<'outbox'>): OutboxMail => ({
  id: row.id,
  kind: row.kind,
  to: readMailbox(row.to_address),
  replyTo: row.reply_to === null ? undefined : readMailbox(row.reply_to),
  subject: row.subject,
  content: contentOf(row),
  headers: JSON.parse(row.headers),
  calendar:
    row.calendar === null || row.calendar_method === null
      ? undefined
      : { method: row.calendar_method, content: row.calendar },
  messageId: row.message_id,
  state: row.state,
  about: row.about,
  expiresAt: row.expires_at,
  pace: row.pace,
  createdAt: row.created_at,
})

/** For an email that a mail server has accepted. Removes the links from the stored copy. */
export const markSent = (db: Db, id: string, at: number): Promise<void> =>
  settle(db, id, { state: 'sent', sent_at: at, failure: null })

/** For an email that is dropped. @param reason for the studio */
export const markNotSent = (db: Db, id: string, reason: string): Promise<void> =>
  settle(db, id, { state: 'not-sent', failure: reason })

async function settle(
  db: Db,
  id: string,
  change: Pick<Row<'outbox'>, 'state' | 'failure'> & { sent_at?: number },
): Promise<void> {
  const row = await db
    .selectFrom('outbox')
    .select(['body', 'html', 'text', 'headers'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return
  await db
    .updateTable('outbox')
    .set({
      ...change,
      body: row.body && withLinksRemoved(row.body),
      html: withLinksRemoved(row.html),
      text: withLinksRemoved(row.text),
      headers: withLinksRemoved(row.headers),
      // Its token may be folded across lines, so it can't be removed alone, and nothing needs it anymore.
      calendar: null,
    })
    .where('id', '=', id)
    .execute()
}

export async function expireAbout(db: Db, about: string, at: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ expires_at: at })
    .where('about', '=', about)
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
}

/** Keeps queued emails about records from being sent. @param kind undefined: all kinds */
export async function withdrawAbout(
  db: Db,
  { abouts, kind }: { abouts: readonly string[]; kind?: string | undefined },
  why: string,
): Promise<void> {
  if (abouts.length === 0) return
  await db
    .updateTable('outbox')
    .set({ state: 'not-sent', failure: why })
    .where('about', 'in', abouts)
    .where('state', '=', 'queued')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .execute()
}

export async function hasQueued(db: Db, kind: string, about: string): Promise<boolean> {
  const queued = await db
    .selectFrom('outbox')
    .select('id')
    .where('about', '=', about)
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'waiting'])
    .limit(1)
    .executeTakeFirst()
  return queued !== undefined
}

/** For an email written to a file, since there is no mail server. */
export async function markWaiting(db: Db, id: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'waiting', failure: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

export async function markFailed(db: Db, id: string, failure: string): Promise<void> {
  await db.updateTable('outbox').set({ state: 'failed', failure }).where('id', '=', id).execute()
}

/** Records why an email hasn't been sent yet. */
export async function noteDelay(db: Db, id: string, failure: string): Promise<void> {
  await db.updateTable('outbox').set({ failure }).where('id', '=', id).execute()
}

/** Why an email hasn't been sent. */
export async function selectFailure(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('outbox').select('failure').where('id', '=', id).executeTakeFirst()
  return row?.failure ?? null
}

/** Whether a newer email of the same kind to the same address is queued. */
export async function hasNewer(db: Db, { id, kind, to }: OutboxMail): Promise<boolean> {
  const newer = await db
    .selectFrom('outbox')
    .select('id')
    .where('to_address', '=', writeMailbox(to))
    .where('id', '>', id)
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

export const oldEmailsQuery = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)

/** @returns how many were deleted */
export async function deleteEmailsBefore(tx: Db, before: number, limit: number): Promise<number> {
  const ids = (await oldEmailsQuery(tx, before, limit).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const id of ids) await dropTerms(tx, 'mail', id)
  await tx.deleteFrom('outbox').where('id', 'in', ids).execute()
  return ids.length
}

/** Unsent emails that have expired, locked for this transaction. */
export const expiredEmailsQuery = (tx: Db, state: 'waiting' | 'failed', now: number, limit: number) =>
  tx
    .selectFrom('outbox')
    .select(['id', 'failure', 'created_at as createdAt'])
    .where('state', '=', state)
    .where('expires_at', '<=', now)
    .limit(limit)

export async function selectExpired(tx: Db, now: number, limit: number) {
  const waiting = await lockRows(tx, expiredEmailsQuery(tx, 'waiting', now, limit)).execute()
  const failed = await lockRows(tx, expiredEmailsQuery(tx, 'failed', now, limit - waiting.length)).execute()
  return [...waiting, ...failed]
}

export interface WaitingRow {
  id: string
  subject: string
  /** An address. */
  to: string
  createdAt: number
}

/**
 * Emails that wait for a mail server, oldest first, locked for this transaction.
 * @param usefulAt excludes those expired by then
 */
export async function selectWaitingEmails(
  tx: Db,
  { id, usefulAt, limit }: { id: string | null; usefulAt?: number; limit: number },
): Promise<WaitingRow[]> {
  const query = tx
    .selectFrom('outbox')
    .select(['id', 'subject', 'to_address', 'created_at'])
    .where('state', '=', 'waiting')
    .$if(id !== null, (found) => found.where('id', '=', id ?? ''))
    .$if(usefulAt !== undefined, (found) =>
      found.where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', usefulAt ?? 0)])),
    )
    .orderBy('id')
    .limit(limit)
  const rows = await lockRows(tx, query).execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    to: readMailbox(row.to_address).email,
    createdAt: row.created_at,
  }))
}
