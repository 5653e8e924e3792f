import { containsWords } from '~/platform/db/contains-words.server'
import type { Db } from '~/platform/db/database.server'

/** Ids of the session types that have these words in their titles. There are a dozen. */
export async function selectTypesCalled(db: Db, words: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session_types')
    .select('id')
    .where(containsWords('title', words))
    .execute()
  return rows.map(({ id }) => id)
}

/** A date request of a list. */
export interface WishedSession {
  id: string
  reference: string
  name: string
  /** Title of the session type. */
  type: string
  /** YYYY-MM-DD in the studio’s zone. */
  date: string
  dayPart: 'morning' | 'afternoon' | 'any'
  isAnswered: boolean
}

/** What was asked for of one session type, newest first. */
export const ofTypeQuery = (db: Db, typeId: string, limit: number) =>
  wishes(db).where('r.session_type_id', '=', typeId).orderBy('r.id', 'desc').limit(limit)

export const selectOfType = async (db: Db, typeId: string, limit: number): Promise<WishedSession[]> =>
  (await ofTypeQuery(db, typeId, limit).execute()).map(wishFrom)

const wishes = (db: Db) =>
  db
    .selectFrom('date_requests as r')
    .innerJoin('session_types as t', 't.id', 'r.session_type_id')
    .select(['r.id', 'r.reference', 'r.name', 't.title as type'])
    .select(['r.preferred_date as date', 'r.day_part as dayPart', 'r.answered_at as answeredAt'])

const wishFrom = ({
  answeredAt,
  ...wish
}: Omit<WishedSession, 'isAnswered'> & { answeredAt: number | null }): WishedSession => ({
  ...wish,
  isAnswered: answeredAt !== null,
})
