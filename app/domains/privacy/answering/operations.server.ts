import { type AnsweringDeps, type Marked, markAnswered } from '~/domains/audit/answering/operations.server'
import type { ListQuery } from '~/platform/answerable'
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
export const markDoNotSell = (deps: AnsweringDeps, id: string, to: 'answered' | 'waiting'): Promise<Marked> =>
  markAnswered(deps, to, {
    subject: async (tx) => {
      const request = await selectRequest(tx, id)
      return request && `Do-not-sell request of ${request.email}`
    },
    write: (tx, answer) => setAnswer(tx, id, answer),
  })

/** Forgets requests that are done and were sent before an instant, `limit` at most. @returns how many went */
export const forgetDoNotSell = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteOldRequests(tx, before, limit))
