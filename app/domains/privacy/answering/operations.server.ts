import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { ListQuery } from '~/platform/answerable'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { HistoryQuery } from '~/platform/history'
import type { ReceivedDoNotSell } from './model'
import {
  countWaiting,
  deleteOldRequests,
  selectDue,
  selectRequest,
  selectRequests,
  selectRequestsFrom,
  setAnswer,
} from './store.server'

export interface AnsweringDeps {
  db: Db
  clock: Clock
  author: Author
}

export const listDoNotSell = ({ db }: { db: Db }, query: ListQuery): Promise<ReceivedDoNotSell[]> =>
  selectRequests(db, query)

/** What a person has asked for, newest first. */
export const doNotSellFrom = ({ db }: { db: Db }, query: HistoryQuery): Promise<ReceivedDoNotSell[]> =>
  selectRequestsFrom(db, query)

export const findDoNotSell = ({ db }: { db: Db }, id: string): Promise<ReceivedDoNotSell | undefined> =>
  selectRequest(db, id)

export const countWaitingDoNotSell = ({ db }: { db: Db }): Promise<number> => countWaiting(db)

/** What waits, the first due first. */
export const listDueDoNotSell = ({ db }: { db: Db }, limit: number): Promise<ReceivedDoNotSell[]> =>
  selectDue(db, limit)

/** Says that a request is done, or that it waits again. Done twice, it is done once. */
export async function markDoNotSell(
  { db, clock, author }: AnsweringDeps,
  id: string,
  to: 'answered' | 'waiting',
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> {
  return await transact(db, async (tx) => {
    const request = await selectRequest(tx, id)
    if (!request) return { ok: false, reason: 'missing' }
    const answer = to === 'answered' ? { at: clock.now(), by: author.name } : null
    if (await setAnswer(tx, id, answer))
      await recordAction(
        { db: tx, clock, author },
        { action: answer ? 'answered' : 'reopened', subject: `Do-not-sell request of ${request.email}` },
      )
    return { ok: true }
  })
}

/** Forgets requests that are done and were sent before an instant, `limit` at most. @returns how many went */
export const forgetDoNotSell = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteOldRequests(tx, before, limit))
