import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { ListQuery } from '~/platform/answerable'
import type { Clock } from '~/platform/clock'
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

export interface AnsweringDeps {
  db: Db
  clock: Clock
  author: Author
}

export const listEnquiries = ({ db }: { db: Db }, query: ListQuery): Promise<ReceivedEnquiry[]> =>
  selectEnquiries(db, query)

/** What a person has written, newest first. */
export const enquiriesFrom = ({ db }: { db: Db }, query: HistoryQuery): Promise<ReceivedEnquiry[]> =>
  selectEnquiriesFrom(db, query)

export const findEnquiry = ({ db }: { db: Db }, id: string): Promise<ReceivedEnquiry | undefined> =>
  selectEnquiry(db, id)

export const countWaitingEnquiries = ({ db }: { db: Db }): Promise<number> => countWaiting(db)

/** Says that a message is answered, or that it waits again. Done twice, it is done once. */
export async function markEnquiry(
  { db, clock, author }: AnsweringDeps,
  id: string,
  to: 'answered' | 'waiting',
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> {
  return await transact(db, async (tx) => {
    const enquiry = await selectEnquiry(tx, id)
    if (!enquiry) return { ok: false, reason: 'missing' }
    const answer = to === 'answered' ? { at: clock.now(), by: author.name } : null
    if (await setAnswer(tx, id, answer))
      await recordAction(
        { db: tx, clock, author },
        { action: answer ? 'answered' : 'reopened', subject: `Message from ${enquiry.name}` },
      )
    return { ok: true }
  })
}

/** Forgets messages that came before an instant, `limit` at most. @returns how many went */
export const forgetEnquiries = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteOldEnquiries(tx, before, limit))
