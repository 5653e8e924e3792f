import type { HistoryQuery } from '~/domains/people/model'
import type { Answer, ListQuery } from '~/platform/answerable'
import { answerOf, countWaitingIn, writeAnswer } from '~/platform/db/answerable.server'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { dropTerms, indexTerms, matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import type { ReceivedDoNotSell } from './model'

export interface DoNotSellRequest {
  id: string
  email: string
  /** The address in lower case. */
  key: string
  requestDate: number
  /** YYYY-MM-DD */
  dueDate: string
  gpc: boolean
}

/** @returns false if the address has a request already */
export async function insertRequest(db: Db, request: DoNotSellRequest): Promise<boolean> {
  const row = await db
    .insertInto('do_not_sell_requests')
    .values({
      id: request.id,
      email: request.email,
      email_key: request.key,
      request_date: request.requestDate,
      due_date: request.dueDate,
      gpc: request.gpc ? 1 : 0,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await indexTerms(db, 'do-not-sell', request.id, [request.email])
  return row !== undefined
}

/** The due date of an address's request. */
export async function selectDueDate(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('do_not_sell_requests')
    .select('due_date')
    .where('email_key', '=', key)
    .executeTakeFirst()
  return row?.due_date
}

/** @param key the address in lower case */
export async function selectRequestsOf(
  db: Db,
  key: string,
): Promise<Pick<DoNotSellRequest, 'email' | 'requestDate' | 'dueDate' | 'gpc'>[]> {
  const rows = await db.selectFrom('do_not_sell_requests').selectAll().where('email_key', '=', key).execute()
  return rows.map((row) => ({
    email: row.email,
    requestDate: row.request_date,
    dueDate: row.due_date,
    gpc: row.gpc === 1,
  }))
}

/** Newest first. */
export const requestsQuery = (db: Db, { state, before, limit }: ListQuery, search: Search = null) =>
  db
    .selectFrom('do_not_sell_requests')
    .selectAll()
    .$if(state === 'waiting', (query) => query.where('answered_at', 'is', null))
    .$if(state === 'answered', (query) => query.where('answered_at', 'is not', null))
    .$if(search !== null, (query) => query.where(matches(db, search, 'do_not_sell_requests.id')))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export async function selectRequests(db: Db, query: ListQuery): Promise<ReceivedDoNotSell[]> {
  const search = await readSearch(db, 'do-not-sell', query.search)
  return (await requestsQuery(db, query, search).execute()).map(requestFrom)
}

/** Requests from these addresses, newest first; at most one per address. */
export async function selectRequestsFrom(db: Db, query: HistoryQuery): Promise<ReceivedDoNotSell[]> {
  const rows = await db
    .selectFrom('do_not_sell_requests')
    .selectAll()
    .where('email_key', 'in', query.emails)
    .where('request_date', '<=', query.until)
    .orderBy('request_date', 'desc')
    .limit(query.limit)
    .execute()
  return rows.map(requestFrom)
}

export async function selectRequest(db: Db, id: string): Promise<ReceivedDoNotSell | undefined> {
  const row = await db.selectFrom('do_not_sell_requests').selectAll().where('id', '=', id).executeTakeFirst()
  return row && requestFrom(row)
}

const requestFrom = (row: Row<'do_not_sell_requests'>): ReceivedDoNotSell => ({
  id: row.id,
  email: row.email,
  requestDate: row.request_date,
  dueDate: row.due_date,
  gpc: row.gpc === 1,
  answer: answerOf(row),
})

/** Open requests, by due date. */
export const dueQuery = (db: Db, limit: number) =>
  db
    .selectFrom('do_not_sell_requests')
    .selectAll()
    .where('answered_at', 'is', null)
    .orderBy('due_date')
    .orderBy('id')
    .limit(limit)

export const selectDue = async (db: Db, limit: number): Promise<ReceivedDoNotSell[]> =>
  (await dueQuery(db, limit).execute()).map(requestFrom)

export const countWaiting = (db: Db): Promise<number> => countWaitingIn(db, 'do_not_sell_requests')

export const setAnswer = (db: Db, id: string, answer: Answer | null): Promise<boolean> =>
  writeAnswer(db, 'do_not_sell_requests', id, answer)

/** Deletes some completed requests older than an instant. @returns how many */
export async function deleteOldRequests(tx: Db, before: number, limit: number): Promise<number> {
  const old = tx
    .selectFrom('do_not_sell_requests')
    .select('id')
    .where('request_date', '<', before)
    .where('answered_at', 'is not', null)
  const ids = (await old.orderBy('id').limit(limit).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const id of ids) await dropTerms(tx, 'do-not-sell', id)
  await tx.deleteFrom('do_not_sell_requests').where('id', 'in', ids).execute()
  return ids.length
}
