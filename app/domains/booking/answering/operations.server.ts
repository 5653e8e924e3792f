import { type AnsweringDeps, type Marked, markAnswered } from '~/domains/audit/operations.server'
import type { ListQuery } from '~/platform/answerable'
import { type Db, transact } from '~/platform/db/database.server'
import type { HistoryQuery } from '~/platform/history'
import type { ReceivedDateRequest } from './model'
import {
  countWaiting,
  deleteOldDateRequests,
  selectDateRequest,
  selectDateRequests,
  selectDateRequestsFrom,
  setAnswer,
} from './store.server'

export const listDateRequests = ({ db }: { db: Db }, query: ListQuery): Promise<ReceivedDateRequest[]> =>
  selectDateRequests(db, query)

/** What a person has asked for, newest first. */
export const dateRequestsFrom = ({ db }: { db: Db }, query: HistoryQuery): Promise<ReceivedDateRequest[]> =>
  selectDateRequestsFrom(db, query)

export const findDateRequest = ({ db }: { db: Db }, id: string): Promise<ReceivedDateRequest | undefined> =>
  selectDateRequest(db, id)

export const countWaitingDateRequests = ({ db }: { db: Db }): Promise<number> => countWaiting(db)

/** Says that a date request is answered, or that it waits again. Done twice, it is done once. */
export const markDateRequest = (
  deps: AnsweringDeps,
  id: string,
  to: 'answered' | 'waiting',
): Promise<Marked> =>
  markAnswered(deps, to, {
    subject: async (tx) => {
      const request = await selectDateRequest(tx, id)
      return request && `Date request ${request.reference} of ${request.name}`
    },
    write: (tx, answer) => setAnswer(tx, id, answer),
  })

/** Forgets wishes for a day that were sent before an instant, `limit` at most. @returns how many went */
export const forgetDateRequests = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteOldDateRequests(tx, before, limit))
