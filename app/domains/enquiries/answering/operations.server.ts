import { type AnsweringDeps, type Marked, markAnswered } from '~/domains/audit/answering/operations.server'
import type { ListQuery } from '~/platform/answerable'
import { type Db, transact } from '~/platform/db/database.server'
import type { HistoryQuery } from '~/platform/history'
import type { ReceivedEnquiry } from './model'
import {
  countWaiting,
  deleteOldEnquiries,
  selectEnquiries,
  selectEnquiriesFrom,
  selectEnquiry,
  setAnswer,
} from './store.server'

export const listEnquiries = ({ db }: { db: Db }, query: ListQuery): Promise<ReceivedEnquiry[]> =>
  selectEnquiries(db, query)

/** What a person has written, newest first. */
export const enquiriesFrom = ({ db }: { db: Db }, query: HistoryQuery): Promise<ReceivedEnquiry[]> =>
  selectEnquiriesFrom(db, query)

export const findEnquiry = ({ db }: { db: Db }, id: string): Promise<ReceivedEnquiry | undefined> =>
  selectEnquiry(db, id)

export const countWaitingEnquiries = ({ db }: { db: Db }): Promise<number> => countWaiting(db)

/** Says that a message is answered, or that it waits again. Done twice, it is done once. */
export const markEnquiry = (deps: AnsweringDeps, id: string, to: 'answered' | 'waiting'): Promise<Marked> =>
  markAnswered(deps, to, {
    subject: async (tx) => {
      const enquiry = await selectEnquiry(tx, id)
      return enquiry && `Message from ${enquiry.name}`
    },
    write: (tx, answer) => setAnswer(tx, id, answer),
  })

/** Forgets messages that came before an instant, `limit` at most. @returns how many went */
export const forgetEnquiries = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteOldEnquiries(tx, before, limit))
