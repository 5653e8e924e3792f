import type { Answer, ListQuery } from '~/platform/answerable'
import { answerOf, countWaitingIn, writeAnswer } from '~/platform/db/answerable.server'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { dropTerms, indexTerms, matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import type { HistoryQuery } from '~/platform/history'
import type { Enquiry, ReceivedEnquiry } from './model'

export async function insertEnquiry(
  db: Db,
  enquiry: Enquiry & { id: string; receivedAt: number },
): Promise<void> {
  const { id, name, email, phone, subject, message, receivedAt } = enquiry
  await db
    .insertInto('enquiries')
    .values({ id, name, email, phone, subject, message, received_at: receivedAt })
    .execute()
  await indexTerms(db, 'enquiry', id, [email, name, phone, subject])
}

/** @param email in lower case */
export async function selectEnquiriesOf(
  db: Db,
  email: string,
): Promise<(Enquiry & { receivedAt: number })[]> {
  const rows = await db
    .selectFrom('enquiries')
    .selectAll()
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email))
    .orderBy('received_at')
    .execute()
  return rows.map(({ id: _, received_at, ...fields }) => ({ ...fields, receivedAt: received_at }))
}

/** Newest first. */
export const enquiriesQuery = (db: Db, { state, before, limit }: ListQuery, search: Search = null) =>
  db
    .selectFrom('enquiries')
    .selectAll()
    .$if(state === 'waiting', (query) => query.where('answered_at', 'is', null))
    .$if(state === 'answered', (query) => query.where('answered_at', 'is not', null))
    .$if(search !== null, (query) => query.where(matches(db, search, 'enquiries.id')))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export async function selectEnquiries(db: Db, query: ListQuery): Promise<ReceivedEnquiry[]> {
  const search = await readSearch(db, 'enquiry', query.search)
  return (await enquiriesQuery(db, query, search).execute()).map(enquiryFrom)
}

/** What these addresses have written, newest first. */
export const enquiriesFromQuery = (db: Db, { emails, until, limit }: HistoryQuery) =>
  db
    .selectFrom('enquiries')
    .selectAll()
    .where((e) => e(e.fn<string>('lower', ['email']), 'in', emails))
    .where('received_at', '<=', until)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

export const selectEnquiriesFrom = async (db: Db, query: HistoryQuery): Promise<ReceivedEnquiry[]> =>
  (await enquiriesFromQuery(db, query).execute()).map(enquiryFrom)

export async function selectEnquiry(db: Db, id: string): Promise<ReceivedEnquiry | undefined> {
  const row = await db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst()
  return row && enquiryFrom(row)
}

const enquiryFrom = (row: Row<'enquiries'>): ReceivedEnquiry => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  subject: row.subject,
  message: row.message,
  receivedAt: row.received_at,
  answer: answerOf(row),
})

export const countWaiting = (db: Db): Promise<number> => countWaitingIn(db, 'enquiries')

export const setAnswer = (db: Db, id: string, answer: Answer | null): Promise<boolean> =>
  writeAnswer(db, 'enquiries', id, answer)

/** The first to have come before an instant. */
export const oldEnquiriesQuery = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('enquiries')
    .select('id')
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(limit)

/** @returns how many went */
export async function deleteOldEnquiries(tx: Db, before: number, limit: number): Promise<number> {
  const ids = (await oldEnquiriesQuery(tx, before, limit).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const id of ids) await dropTerms(tx, 'enquiry', id)
  await tx.deleteFrom('enquiries').where('id', 'in', ids).execute()
  return ids.length
}
