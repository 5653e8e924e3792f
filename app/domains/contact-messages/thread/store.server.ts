import type { HistoryQuery } from '~/domains/people/model'
import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

export type ReplyRow = Row<'message_replies'>

/** Oldest first. */
export const selectReplies = (db: Db, contactMessageId: string): Promise<ReplyRow[]> =>
  db
    .selectFrom('message_replies')
    .selectAll()
    .where('contact_message_id', '=', contactMessageId)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Replies below the messages of these addresses, newest first. */
export const repliesOfQuery = (db: Db, { emails, until, limit }: HistoryQuery) =>
  db
    .selectFrom('contact_messages as m')
    .innerJoin('message_replies as r', 'r.contact_message_id', 'm.id')
    .select(['r.id', 'm.id as messageId', 'r.received_id', 'r.author', 'r.subject', 'r.text', 'r.at'])
    .where((e) => e(e.fn<string>('lower', ['m.email']), 'in', emails))
    .where('r.at', '<=', until)
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)

/** @returns false: it is there already */
export async function insertReply(tx: Tx, reply: NewRow<'message_replies'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('message_replies')
    .values(reply)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** The message to whose thread a reply belongs. */
export async function selectThreadOf(db: Db, replyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('message_replies')
    .select('contact_message_id')
    .where('id', '=', replyId)
    .executeTakeFirst()
  return row?.contact_message_id
}

export async function countReceived(db: Db, contactMessageId: string): Promise<number> {
  const { count } = await db
    .selectFrom('message_replies')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('contact_message_id', '=', contactMessageId)
    .where('received_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
