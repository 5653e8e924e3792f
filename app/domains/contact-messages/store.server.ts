import type { HistoryQuery } from '~/domains/people/model'
import type { ListQuery } from '~/platform/answerable'
import { answerOf, countWaitingIn } from '~/platform/db/answerable.server'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { dropTerms, indexTerms, matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { isOutcome, type Outcome } from './handling'
import type { ContactMessage, ReceivedContactMessage } from './model'

/** A part of the list, of one stage or all. */
export type ContactMessageQuery = Omit<ListQuery, 'state'> & { state: ListQuery['state'] | Outcome }

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
): Promise<(ContactMessage & { id: string; receivedAt: number })[]> {
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email))
    .orderBy('received_at')
    .execute()
  return rows.map(({ id, name, email: from, phone, subject, message, place, ...row }) => ({
    ...{ id, name, email: from, phone, subject, message, place, receivedAt: row.received_at },
    ...{ eventDate: row.event_date, shootKind: row.shoot_kind, heardFrom: row.heard_from },
  }))
}

/** Newest first. */
export const contactMessagesQuery = (
  db: Db,
  { state, before, limit }: ContactMessageQuery,
  search: Search = null,
) =>
  db
    .selectFrom('contact_messages')
    .selectAll()
    .$if(state === 'waiting', (query) => query.where('answered_at', 'is', null))
    .$if(state === 'answered', (query) =>
      query.where('answered_at', 'is not', null).where('outcome', 'is', null),
    )
    .$if(isOutcome(state), (query) =>
      query.where('outcome', '=', state as Outcome).where('answered_at', 'is not', null),
    )
    .$if(search !== null, (query) => query.where(matches(db, search, 'contact_messages.id')))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export async function selectContactMessages(
  db: Db,
  query: ContactMessageQuery,
): Promise<ReceivedContactMessage[]> {
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
  stage: row.answered_at === null ? 'waiting' : (row.outcome ?? 'answered'),
  answer: answerOf(row),
  lostReason: row.lost_reason,
  bookingId: row.booking_id,
  version: row.version,
})

export const countWaiting = (db: Db): Promise<number> => countWaitingIn(db, 'contact_messages')

/** Locked for this transaction. */
export async function lockContactMessage(tx: Tx, id: string): Promise<ReceivedContactMessage | undefined> {
  const query = tx.selectFrom('contact_messages').selectAll().where('id', '=', id)
  const row = await lockRows(tx, query).executeTakeFirst()
  return row && contactMessageFrom(row)
}

export async function updateStage(
  tx: Tx,
  { id, stage, answer, lostReason, bookingId }: ReceivedContactMessage,
): Promise<void> {
  await tx
    .updateTable('contact_messages')
    .set({
      ...{ answered_at: answer?.at ?? null, answered_by: answer?.by ?? null },
      ...{ outcome: isOutcome(stage) ? stage : null },
      ...{ lost_reason: lostReason, booking_id: bookingId },
    })
    .where('id', '=', id)
    .execute()
}

/** @returns whether the version was still the expected one */
export const updateEvent = (
  tx: Tx,
  seen: Seen,
  { eventDate, shootKind, place }: Record<'eventDate' | 'shootKind' | 'place', string>,
): Promise<boolean> =>
  updateSeen(tx, 'contact_messages', seen, { event_date: eventDate, shoot_kind: shootKind, place })

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
