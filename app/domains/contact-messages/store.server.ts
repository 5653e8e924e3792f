import type { HistoryQuery } from '~/domains/people/model'
import type { Answer, ListQuery } from '~/platform/answerable'
import { answerOf, countWaitingIn, writeAnswer } from '~/platform/db/answerable.server'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { dropTerms, indexTerms, matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import type { ContactMessage, ReceivedContactMessage } from './model'

export async function insertContactMessage(
  db: Db,
  contactMessage: ContactMessage & { id: string; receivedAt: number },
): Promise<void> {
  const { id, name, email, phone, subject, message, receivedAt } = contactMessage
  const { eventDate = '', shootKind = '', place = '', heardFrom = '' } = contactMessage
  await db
    .insertInto('contact_messages')
    .values({
      ...{ id, name, email, phone, subject, message, place, received_at: receivedAt },
      ...{ event_date: eventDate, shoot_kind: shootKind, heard_from: heardFrom },
    })
    .execute()
  await indexTerms(db, 'contact-message', id, [email, name, phone, subject])
}

/** @param email in lower case */
export async function selectContactMessagesOf(
  db: Db,
  email: string,
): Promise<(ContactMessage & { receivedAt: number })[]> {
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email))
    .orderBy('received_at')
    .execute()
  return rows.map(({ id: _, received_at, event_date, shoot_kind, heard_from, ...fields }) => ({
    ...fields,
    ...{ eventDate: event_date, shootKind: shoot_kind, heardFrom: heard_from, receivedAt: received_at },
  }))
}

/** Newest first. */
export const contactMessagesQuery = (db: Db, { state, before, limit }: ListQuery, search: Search = null) =>
  db
    .selectFrom('contact_messages')
    .selectAll()
    .$if(state === 'waiting', (query) => query.where('answered_at', 'is', null))
    .$if(state === 'answered', (query) => query.where('answered_at', 'is not', null))
    .$if(search !== null, (query) => query.where(matches(db, search, 'contact_messages.id')))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export async function selectContactMessages(db: Db, query: ListQuery): Promise<ReceivedContactMessage[]> {
  const search = await readSearch(db, 'contact-message', query.search)
  return (await contactMessagesQuery(db, query, search).execute()).map(contactMessageFrom)
}

/** Messages from these addresses, newest first. */
export const contactMessagesFromQuery = (db: Db, { emails, until, limit }: HistoryQuery) =>
  db
    .selectFrom('contact_messages')
    .selectAll()
    .where((e) => e(e.fn<string>('lower', ['email']), 'in', emails))
    .where('received_at', '<=', until)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

export const selectContactMessagesFrom = async (
  db: Db,
  query: HistoryQuery,
): Promise<ReceivedContactMessage[]> =>
  (await contactMessagesFromQuery(db, query).execute()).map(contactMessageFrom)

export async function selectContactMessage(db: Db, id: string): Promise<ReceivedContactMessage | undefined> {
  const row = await db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
  return row && contactMessageFrom(row)
}

const contactMessageFrom = (row: Row<'contact_messages'>): ReceivedContactMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  subject: row.subject,
  message: row.message,
  eventDate: row.event_date,
  shootKind: row.shoot_kind,
  place: row.place,
  heardFrom: row.heard_from,
  receivedAt: row.received_at,
  answer: answerOf(row),
})

export const countWaiting = (db: Db): Promise<number> => countWaitingIn(db, 'contact_messages')

export const setAnswer = (db: Db, id: string, answer: Answer | null): Promise<boolean> =>
  writeAnswer(db, 'contact_messages', id, answer)

/** Messages received before an instant, oldest first. */
export const oldContactMessagesQuery = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('contact_messages')
    .select('id')
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(limit)

/** @returns how many were deleted */
export async function deleteContactMessages(tx: Db, before: number, limit: number): Promise<number> {
  const ids = (await oldContactMessagesQuery(tx, before, limit).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const id of ids) await dropTerms(tx, 'contact-message', id)
  await tx.deleteFrom('contact_messages').where('id', 'in', ids).execute()
  return ids.length
}
