import type { Answer, ListQuery } from '~/platform/answerable'
import { answerOf, countWaitingIn, writeAnswer } from '~/platform/db/answerable.server'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { dropTerms, matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import type { HistoryQuery } from '~/platform/history'
import type { ReceivedDateRequest } from './model'

/** Newest first. */
export const dateRequestsQuery = (db: Db, { state, before, limit }: ListQuery, search: Search = null) =>
  db
    .selectFrom('date_requests as r')
    .innerJoin('session_types as t', 't.id', 'r.session_type_id')
    .innerJoin('places as p', 'p.id', 'r.place_id')
    .selectAll('r')
    .select(['t.title as typeTitle', 'p.title as placeTitle'])
    .$if(state === 'waiting', (query) => query.where('answered_at', 'is', null))
    .$if(state === 'answered', (query) => query.where('answered_at', 'is not', null))
    .$if(search !== null, (query) => query.where(matches(db, search, 'r.id')))
    .$if(before !== null, (query) => query.where('r.id', '<', before))
    .orderBy('r.id', 'desc')
    .limit(limit)

export async function selectDateRequests(db: Db, query: ListQuery): Promise<ReceivedDateRequest[]> {
  const search = await readSearch(db, 'date-request', query.search)
  return (await dateRequestsQuery(db, query, search).execute()).map(dateRequestFrom)
}

/** What these addresses have asked for, newest first. */
export const dateRequestsFromQuery = (db: Db, { emails, until, limit }: HistoryQuery) =>
  db
    .selectFrom('date_requests as r')
    .innerJoin('session_types as t', 't.id', 'r.session_type_id')
    .innerJoin('places as p', 'p.id', 'r.place_id')
    .selectAll('r')
    .select(['t.title as typeTitle', 'p.title as placeTitle'])
    .where((e) => e(e.fn<string>('lower', ['r.email']), 'in', emails))
    .where('r.requested_at', '<=', until)
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)

export const selectDateRequestsFrom = async (db: Db, query: HistoryQuery): Promise<ReceivedDateRequest[]> =>
  (await dateRequestsFromQuery(db, query).execute()).map(dateRequestFrom)

export async function selectDateRequest(db: Db, id: string): Promise<ReceivedDateRequest | undefined> {
  const row = await db
    .selectFrom('date_requests as r')
    .innerJoin('session_types as t', 't.id', 'r.session_type_id')
    .innerJoin('places as p', 'p.id', 'r.place_id')
    .selectAll('r')
    .select(['t.title as typeTitle', 'p.title as placeTitle'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  return row && dateRequestFrom(row)
}

const dateRequestFrom = (
  row: Row<'date_requests'> & { typeTitle: string; placeTitle: string },
): ReceivedDateRequest => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  reference: row.reference,
  type: row.typeTitle,
  place: row.placeTitle,
  date: row.preferred_date,
  dayPart: row.day_part,
  partySize: row.party_size,
  notes: row.notes,
  requestedAt: row.requested_at,
  answer: answerOf(row),
})

export const countWaiting = (db: Db): Promise<number> => countWaitingIn(db, 'date_requests')

export const setAnswer = (db: Db, id: string, answer: Answer | null): Promise<boolean> =>
  writeAnswer(db, 'date_requests', id, answer)

/** Of those that were asked before an instant, some. @returns how many went */
export async function deleteOldDateRequests(tx: Db, before: number, limit: number): Promise<number> {
  const old = tx.selectFrom('date_requests').select('id').where('requested_at', '<', before)
  const ids = (await old.orderBy('id').limit(limit).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const id of ids) await dropTerms(tx, 'date-request', id)
  await tx.deleteFrom('date_requests').where('id', 'in', ids).execute()
  return ids.length
}
