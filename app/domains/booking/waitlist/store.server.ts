import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { KEEPS_TIME } from '../reservations/model'
import {
  IN_LINE,
  type WaitlistCursor,
  type WaitlistDays,
  type WaitlistEntry,
  type WaitlistState,
} from './model'

const waitingFrom = (row: Row<'waitlist'>): WaitlistEntry => ({
  id: row.id,
  state: row.state,
  sessionType: { id: row.session_type_id },
  place: { id: row.place_id },
  date: row.date,
  name: row.name,
  email: row.email,
  holdId: row.hold_id,
})

/** Adds an entry at the end of the line. @returns false when the person is already in it */
export async function insertWaitlistEntry(tx: Tx, row: NewRow<'waitlist'>): Promise<boolean> {
  await tx
    .deleteFrom('waitlist')
    .where('session_type_id', '=', row.session_type_id)
    .where('place_id', '=', row.place_id)
    .where('date', '=', row.date)
    .where('email_key', '=', row.email_key)
    .where('state', 'in', ['left', 'lapsed', 'taken'])
    .execute()
  const made = await tx
    .insertInto('waitlist')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function selectWaitlistEntry(db: Db, id: string): Promise<WaitlistEntry | undefined> {
  const row = await db.selectFrom('waitlist').selectAll().where('id', '=', id).executeTakeFirst()
  return row && waitingFrom(row)
}

/** The waitlist entry whose offer a hold belongs to; undefined: a visitor’s own hold. */
export async function selectWaitlistEntryOfHold(db: Db, holdId: string): Promise<WaitlistEntry | undefined> {
  const row = await db.selectFrom('waitlist').selectAll().where('hold_id', '=', holdId).executeTakeFirst()
  return row && waitingFrom(row)
}

const PAGE = 500

/** All entries with a status, in order, read in pages. */
export async function* selectLine(
  db: Db,
  { state, from }: { state: WaitlistState; from: string },
): AsyncGenerator<WaitlistEntry> {
  for (let after = ''; ; ) {
    const rows = await lineQuery(db, { state, from, after, limit: PAGE }).execute()
    for (const row of rows) yield waitingFrom(row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

/** @param after the last id of the previous page; '' for the first page */
export const lineQuery = (
  db: Db,
  { state, from, after, limit }: { state: WaitlistState; from: string; after: string; limit: number },
) =>
  db
    .selectFrom('waitlist')
    .selectAll()
    .where('state', '=', state)
    .where('date', '>=', from)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)

/** @returns whether its status was one of `from` */
export async function updateWaitlistEntry(
  db: Db,
  id: string,
  from: readonly WaitlistState[],
  change: Partial<Pick<Row<'waitlist'>, 'state' | 'offered_start' | 'offered_until' | 'hold_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('waitlist')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Whether this entry's hold on the offered start still exists. By now, the start may be held for someone
 * else.
 */
export async function isStillHeld(db: Db, { holdId }: WaitlistEntry, now: number): Promise<boolean> {
  if (holdId === null) return false
  const held = await db
    .selectFrom('occupancies')
    .select('id')
    .where('id', '=', holdId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return held !== undefined
}

/** Whether the person has booked this session type on that day. */
export async function hasBooked(
  db: Db,
  { sessionType, email }: WaitlistEntry,
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

/** A day's waitlist, in order. */
export async function selectDayLine(
  db: Db,
  { sessionType, place, date }: { sessionType: string; place: string; date: string },
): Promise<WaitlistEntry[]> {
  const rows = await db
    .selectFrom('waitlist')
    .selectAll()
    .where('session_type_id', '=', sessionType)
    .where('place_id', '=', place)
    .where('date', '=', date)
    .where('state', 'in', IN_LINE)
    .orderBy('id')
    .execute()
  return rows.map(waitingFrom)
}

/**
 * Moves an entry to another day, without an offer. It keeps its place in line, even if the person was already
 * waitlisted for that day.
 */
export async function moveWaitlistTo(tx: Tx, entry: WaitlistEntry, date: string): Promise<void> {
  if (entry.date !== date) {
    const there = await tx
      .selectFrom('waitlist')
      .selectAll()
      .where('session_type_id', '=', entry.sessionType.id)
      .where('place_id', '=', entry.place.id)
      .where('date', '=', date)
      .where('email_key', '=', entry.email.toLowerCase())
      .executeTakeFirst()
    if (there) {
      await releaseOffered(tx, waitingFrom(there))
      await tx.deleteFrom('waitlist').where('id', '=', there.id).execute()
    }
  }
  await tx
    .updateTable('waitlist')
    .set({ date, state: 'waiting', offered_start: null, offered_until: null, hold_id: null })
    .where('id', '=', entry.id)
    .execute()
}

/** Deletes the hold of an offer. */
export async function releaseOffered(tx: Tx, { holdId }: WaitlistEntry): Promise<void> {
  if (holdId !== null)
    await tx.deleteFrom('occupancies').where('id', '=', holdId).where('kind', '=', 'hold').execute()
}

interface WaitingQuery {
  days: WaitlistDays
  /** YYYY-MM-DD */
  today: string
  after: WaitlistCursor | null
  limit: number
}

/** The waitlist by day, in order within each day, or in reverse. */
export const waitlistQuery = (db: Db, { days, today, after, limit }: WaitingQuery) => {
  const [since, order] = days === 'coming' ? (['>=', 'asc'] as const) : (['<', 'desc'] as const)
  return db
    .selectFrom('waitlist as w')
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

export const selectWaitlist = (db: Db, query: WaitingQuery) => waitlistQuery(db, query).execute()

/** Number of waitlist entries for days in a range, inclusive. */
export async function countInLine(db: Db, { from, until }: { from: string; until: string }): Promise<number> {
  const { count } = await db
    .selectFrom('waitlist')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('date', '>=', from)
    .where('date', '<=', until)
    .where('state', 'in', IN_LINE)
    .executeTakeFirstOrThrow()
  return Number(count)
}
