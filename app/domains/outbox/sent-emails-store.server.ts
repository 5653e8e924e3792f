import type { HistoryQuery } from '~/domains/people/model'
import { COUNT_MAX } from '~/platform/answerable'
import type { Db } from '~/platform/db/database.server'
import { readInParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'
import { matches, readSearch, recordsOf, type Search } from '~/platform/db/search-terms.server'
import { readMailbox } from './mailbox'
import type { MailContent, MailEntry, MailState } from './model'
import { contentOf } from './store.server'

export interface MailQuery {
  state: MailState | null
  /** Only emails with these words in the recipient or subject; empty: all. */
  search: string
  before: string | null
  limit: number
}

const COLUMNS = [
  ...(['id', 'kind', 'to_address', 'subject', 'state', 'failure'] as const),
  ...(['expires_at', 'created_at', 'sent_at'] as const),
] as const

/** Newest first, without the bodies. */
export const mailQuery = (db: Db, { state, before, limit }: MailQuery, search: Search = null) =>
  db
    .selectFrom('outbox')
    .select(COLUMNS)
    .$if(state !== null, (query) => query.where('state', '=', state as MailState))
    .$if(search !== null, (query) => query.where(matches(db, search, 'outbox.id')))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export async function selectMailEntries(db: Db, query: MailQuery): Promise<MailEntry[]> {
  const search = await readSearch(db, 'mail', query.search)
  return (await mailQuery(db, query, search).execute()).map(entryFrom)
}

/** Emails to these addresses, newest first, found through the search index. */
const emailsQuery = (db: Db, { emails, until }: Omit<HistoryQuery, 'limit'>) =>
  db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where(recordsOf(db, 'mail', emails, 'outbox.id'))
    .where('created_at', '<=', until)
    .orderBy('id', 'desc')

export const mailToQuery = (db: Db, query: HistoryQuery) => emailsQuery(db, query).limit(query.limit)

export async function selectMailTo(db: Db, query: HistoryQuery): Promise<MailEntry[]> {
  const entries = (await mailToQuery(db, query).execute()).map(entryFrom)
  return entries.filter(isTo(query.emails))
}

/** Emails to these addresses with their bodies, without a limit. */
export async function selectEmailsTo(
  db: Db,
  query: Omit<HistoryQuery, 'limit'>,
): Promise<(MailEntry & { content: MailContent })[]> {
  const rows = await emailsQuery(db, query).select(['body', 'html', 'text']).execute()
  return rows.map((row) => ({ ...entryFrom(row), content: contentOf(row) })).filter(isTo(query.emails))
}

/** Checks the recipient, since a subject may contain an address too. */
const isTo =
  (emails: string[]) =>
  ({ to }: MailEntry): boolean =>
    emails.includes(to.email.toLowerCase())

export async function selectMailEntry(
  db: Db,
  id: string,
): Promise<
  | (MailEntry & {
      content: MailContent
      replyTo: string | null
      calendarMethod: Row<'outbox'>['calendar_method']
    })
  | undefined
> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      ...entryFrom(row),
      content: contentOf(row),
      replyTo: row.reply_to,
      calendarMethod: row.calendar_method,
    }
  )
}

const entryFrom = (row: Pick<Row<'outbox'>, (typeof COLUMNS)[number]>): MailEntry => ({
  id: row.id,
  kind: row.kind,
  to: readMailbox(row.to_address),
  subject: row.subject,
  state: row.state,
  failure: row.failure,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  sentAt: row.sent_at,
})

/** Number of emails in a state, up to COUNT_MAX. @param usefulAt excludes those expired by then */
export async function countInState(db: Db, state: MailState, usefulAt?: number): Promise<number> {
  const found = db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', state)
    .$if(usefulAt !== undefined, (query) =>
      query.where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', usefulAt ?? 0)])),
    )
    .limit(COUNT_MAX)
  const { count } = await db
    .selectFrom(found.as('found'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** State of the last email of a kind about each of these records. */
export async function selectLastAbout(
  db: Db,
  kind: string,
  about: string[],
): Promise<Map<string, Pick<MailEntry, 'id' | 'state' | 'createdAt' | 'sentAt'>>> {
  const rows = await readInParts(about, (some) =>
    db
      .selectFrom('outbox')
      .select(['id', 'about', 'state', 'created_at', 'sent_at'])
      .where('about', 'in', some)
      .where('kind', '=', kind)
      .orderBy('id')
      .execute(),
  )
  return new Map(
    rows.map(({ id, about: of, state, created_at, sent_at }) => [
      of ?? '',
      { id, state, createdAt: created_at, sentAt: sent_at },
    ]),
  )
}

export async function selectAbout(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await readInParts(ids, (some) =>
    db
      .selectFrom('outbox')
      .select(['id', 'about'])
      .where('id', 'in', some)
      .where('about', 'is not', null)
      .execute(),
  )
  return new Map(rows.map(({ id, about }) => [id, about ?? '']))
}

/** The email address that an email is to. */
export async function selectAddressee(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('outbox').select('to_address').where('id', '=', id).executeTakeFirst()
  return row && readMailbox(row.to_address).email
}

export async function selectMessageIds(db: Db, about: string[]): Promise<Map<string, string>> {
  const rows = await readInParts(about, (some) =>
    db
      .selectFrom('outbox')
      .select(['about', 'message_id'])
      .where('about', 'in', some)
      .orderBy('id')
      .execute(),
  )
  return new Map(rows.map((row) => [row.about ?? '', row.message_id]))
}

/**
 * Queues an email again, regardless of rate limits.
 * @returns whether it was in that state, so that one of two simultaneous requests succeeds
 */
export async function requeue(db: Db, id: string, from: 'failed' | 'waiting'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'queued', failure: null, pace: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
