import { COUNT_MAX } from '~/platform/answerable'
import type { Db } from '~/platform/db/database.server'

/** How many wait for an answer, COUNT_MAX at most. */
export async function countRequested(db: Db): Promise<number> {
  const waiting = db.selectFrom('bookings').select('id').where('state', '=', 'requested').limit(COUNT_MAX)
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Which of this client's sessions it is, counted by their beginnings; those that were called off do not count. */
export async function countSessions(
  db: Db,
  { email, until }: { email: string; until: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('email_key', '=', email.toLowerCase())
    .where('session_date', '<=', until)
    .where('state', 'in', ['requested', 'confirmed', 'done', 'no-show'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What else a client has booked, the newest session first. */
export const othersOfClient = (
  db: Db,
  { email, except, limit }: { email: string; except: string; limit: number },
) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('session_types as t', 't.id', 'b.session_type_id')
    .select(['b.id', 't.title', 'b.session_date as startsAt', 'b.zone', 'b.state'])
    .where('b.email_key', '=', email.toLowerCase())
    .where('b.id', '!=', except)
    .orderBy('b.session_date', 'desc')
    .limit(limit)
