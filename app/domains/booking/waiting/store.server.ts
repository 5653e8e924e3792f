import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { KEEPS_TIME } from '../bookings/model'
import type { Waiting, WaitingState } from './model'

const waitingFrom = (row: Row<'waiting_list'>): Waiting => ({
  id: row.id,
  state: row.state,
  sessionType: { id: row.session_type_id },
  place: { id: row.place_id },
  date: row.date,
  name: row.name,
  email: row.email,
  offeredStart: row.offered_start,
})

/** Puts somebody at the end of a line. @returns false when they stand in it already */
export async function insertWaiting(tx: Tx, row: NewRow<'waiting_list'>): Promise<boolean> {
  await tx
    .deleteFrom('waiting_list')
    .where('session_type_id', '=', row.session_type_id)
    .where('place_id', '=', row.place_id)
    .where('date', '=', row.date)
    .where('email_key', '=', row.email_key)
    .where('state', 'in', ['left', 'lapsed', 'taken'])
    .execute()
  const made = await tx
    .insertInto('waiting_list')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function selectWaiting(db: Db, id: string): Promise<Waiting | undefined> {
  const row = await db.selectFrom('waiting_list').selectAll().where('id', '=', id).executeTakeFirst()
  return row && waitingFrom(row)
}

/** In the order of the line. */
export async function selectLine(
  db: Db,
  { state, from, limit }: { state: WaitingState; from: string; limit: number },
): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('waiting_list')
    .selectAll()
    .where('state', '=', state)
    .where('date', '>=', from)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(waitingFrom)
}

/** @returns whether it was in one of these states */
export async function updateWaiting(
  db: Db,
  id: string,
  from: readonly WaitingState[],
  change: Partial<Pick<Row<'waiting_list'>, 'state' | 'offered_start' | 'offered_until'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('waiting_list')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the start that was offered is still held for them. */
export async function isStillHeld(db: Db, { sessionType, place, offeredStart }: Waiting, now: number) {
  const held = await db
    .selectFrom('holds as h')
    .innerJoin('occupancies as o', 'o.id', 'h.id')
    .select('h.id')
    .where('h.session_type_id', '=', sessionType.id)
    .where('h.place_id', '=', place.id)
    .where('h.session_date', '=', offeredStart ?? 0)
    .where('o.expires_at', '>', now)
    .executeTakeFirst()
  return held !== undefined
}

/** Whether they have such a session on that day. */
export async function hasBooked(
  db: Db,
  { sessionType, email }: Waiting,
  { from, until }: { from: number; until: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('bookings')
    .select('id')
    .where('email_key', '=', email.toLowerCase())
    .where('session_date', '>=', from)
    .where('session_date', '<', until)
    .where('session_type_id', '=', sessionType.id)
    .where('state', 'in', KEEPS_TIME)
    .executeTakeFirst()
  return found !== undefined
}

/** Gives back the start that is kept for somebody who does not wait any more. */
export async function releaseOffered(tx: Tx, { sessionType, place, offeredStart }: Waiting): Promise<void> {
  await tx
    .deleteFrom('occupancies')
    .where('kind', '=', 'hold')
    .where('id', 'in', (e) =>
      e
        .selectFrom('holds')
        .select('id')
        // Of no network: no visitor's own hold.
        .where('network_hash', '=', '')
        .where('session_type_id', '=', sessionType.id)
        .where('place_id', '=', place.id)
        .where('session_date', '=', offeredStart ?? 0),
    )
    .execute()
}
