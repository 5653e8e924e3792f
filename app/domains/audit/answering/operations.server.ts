import type { Answer } from '~/platform/answerable'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { Author } from '../model'
import { recordAction } from '../operations.server'

export interface AnsweringDeps {
  db: Db
  clock: Clock
  author: Author
}

export type Marked = { ok: true } | { ok: false; reason: 'missing' }

/** Says that something is answered, or that it waits again. Done twice, it is done, and written down, once. */
export const markAnswered = (
  { db, clock, author }: AnsweringDeps,
  to: 'answered' | 'waiting',
  of: {
    /** What it is called in the audit log; undefined: there is none. */
    subject: (tx: Tx) => Promise<string | undefined>
    /** @returns whether it changed anything */
    write: (tx: Tx, answer: Answer | null) => Promise<boolean>
  },
): Promise<Marked> =>
  transact(db, async (tx) => {
    const subject = await of.subject(tx)
    if (subject === undefined) return { ok: false, reason: 'missing' }
    const answer = to === 'answered' ? { at: clock.now(), by: author.name } : null
    if (await of.write(tx, answer))
      await recordAction({ db: tx, clock, author }, { action: answer ? 'answered' : 'reopened', subject })
    return { ok: true }
  })
