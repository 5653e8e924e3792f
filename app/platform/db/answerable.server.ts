import { type Answer, COUNT_MAX } from '~/platform/answerable'
import type { Db } from './database.server'

/** Tables of incoming messages, with `answered_at` and `answered_by`. */
type AnswerableTable = 'contact_messages' | 'do_not_sell_requests'

/** Number of unanswered ones, up to COUNT_MAX. */
export async function countWaitingIn(db: Db, table: AnswerableTable): Promise<number> {
  const waiting = db.selectFrom(table).select('id').where('answered_at', 'is', null).limit(COUNT_MAX)
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @returns whether it changed anything, so that one of two simultaneous answers wins */
export async function writeAnswer(
  db: Db,
  table: Exclude<AnswerableTable, 'contact_messages'>,
  id: string,
  answer: Answer | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ answered_at: answer?.at ?? null, answered_by: answer?.by ?? null })
    .where('id', '=', id)
    .where('answered_at', answer ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** From the stored columns. */
export const answerOf = (row: { answered_at: number | null; answered_by: string | null }): Answer | null =>
  row.answered_at === null ? null : { at: row.answered_at, by: row.answered_by ?? '' }
