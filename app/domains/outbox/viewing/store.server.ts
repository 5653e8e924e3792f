import { COUNT_MAX } from '~/platform/answerable'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { matches, readSearch, recordsOf, type Search } from '~/platform/db/search-terms.server'
import type { HistoryQuery } from '~/platform/history'
import { readCorrespondent } from '../correspondent'
import type { MailContent } from '../model'
import { contentOf } from '../store.server'
import type { MailEntry, MailState } from './model'

export interface MailQuery {
  state: MailState | null
  /** Only what is to or about this; empty: everything. */
  search: string
  before: string | null
  limit: number
}

/** Newest first, without the bodies. */
export const mailQuery = (db: Db, { state, before, limit }: MailQuery, search: Search = null) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'to_address', 'subject', 'state', 'failure', 'created_at', 'sent_at'])
    .$if(state !== null, (query) => query.where('state', '=', state as MailState))
    .$if(search !== null, (query) => query.where(matches(db, search, 'outbox.id')))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export async function selectMailEntries(db: Db, query: MailQuery): Promise<MailEntry[]> {
  const search = await readSearch(db, 'mail', query.search)
  return (await mailQuery(db, query, search).execute()).map(entryFrom)
}

/** What was written to these addresses, newest first. The index of words knows whom a message is for. */
const lettersQuery = (db: Db, { emails, until }: Omit<HistoryQuery, 'limit'>) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'to_address', 'subject', 'state', 'failure', 'created_at', 'sent_at'])
    .where(recordsOf(db, 'mail', emails, 'outbox.id'))
    .where('created_at', '<=', until)
    .orderBy('id', 'desc')

export const mailToQuery = (db: Db, query: HistoryQuery) => lettersQuery(db, query).limit(query.limit)

export async function selectMailTo(db: Db, query: HistoryQuery): Promise<MailEntry[]> {
  const entries = (await mailToQuery(db, query).execute()).map(entryFrom)
  return entries.filter(isTo(query.emails))
}

/** The same with what they say, all of them. */
export async function selectLettersTo(
  db: Db,
  query: Omit<HistoryQuery, 'limit'>,
): Promise<(MailEntry & { content: MailContent })[]> {
  const rows = await lettersQuery(db, query).select(['body', 'html', 'text']).execute()
  return rows.map((row) => ({ ...entryFrom(row), content: contentOf(row) })).filter(isTo(query.emails))
}

/** A subject may name an address too. */
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

const entryFrom = (
  row: Omit<
    Row<'outbox'>,
    'reply_to' | 'body' | 'html' | 'text' | 'headers' | 'message_id' | 'calendar' | 'calendar_method'
  >,
): MailEntry => ({
  id: row.id,
  kind: row.kind,
  to: readCorrespondent(row.to_address),
  subject: row.subject,
  state: row.state,
  failure: row.failure,
  createdAt: row.created_at,
  sentAt: row.sent_at,
})

/** How many failed, COUNT_MAX at most. */
export async function countFailed(db: Db): Promise<number> {
  const failed = db.selectFrom('outbox').select('id').where('state', '=', 'failed').limit(COUNT_MAX)
  const { count } = await db
    .selectFrom(failed.as('failed'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @returns whether it had failed: of two who try again at once, one does */
export async function requeue(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'queued', failure: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
