import { type SqlBool, sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { IN_LINE } from '../model'
import type { WaitingCursor, WaitingDays } from './model'

interface WaitingQuery {
  days: WaitingDays
  /** YYYY-MM-DD */
  today: string
  after: WaitingCursor | null
  limit: number
}

/** The list day by day, in the order of the line within each, or backwards. */
export const waitingListedQuery = (db: Db, { days, today, after, limit }: WaitingQuery) => {
  const [since, order] = days === 'coming' ? (['>=', 'asc'] as const) : (['<', 'desc'] as const)
  return db
    .selectFrom('waiting_list as w')
    .innerJoin('session_types as t', 't.id', 'w.session_type_id')
    .innerJoin('places as p', 'p.id', 'w.place_id')
    .selectAll('w')
    .select(['t.title as session', 'p.title as place'])
    .where('w.date', since, today)
    .$if(after !== null, (q) =>
      q.where(
        days === 'coming'
          ? sql<SqlBool>`(w.date, w.id) > (${after?.date}, ${after?.id})`
          : sql<SqlBool>`(w.date, w.id) < (${after?.date}, ${after?.id})`,
      ),
    )
    .orderBy('w.date', order)
    .orderBy('w.id', order)
    .limit(limit)
}

export const selectWaitingListed = (db: Db, query: WaitingQuery) => waitingListedQuery(db, query).execute()

/** How many stand in line for days from one to another, both included. */
export async function countInLine(db: Db, { from, until }: { from: string; until: string }): Promise<number> {
  const { count } = await db
    .selectFrom('waiting_list')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('date', '>=', from)
    .where('date', '<=', until)
    .where('state', 'in', IN_LINE)
    .executeTakeFirstOrThrow()
  return Number(count)
}
