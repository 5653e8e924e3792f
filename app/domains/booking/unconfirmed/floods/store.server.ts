import type { Db, Tx } from '~/platform/db/database.server'
import { unprovenBookings } from '../store.server'

export interface Between {
  now: number
  /** Made from one instant until another, both included. */
  since: number
  until: number
}

export interface FoundUnproven {
  id: string
  kind: 'booking' | 'unconfirmed'
  reference: string
  state: 'requested' | 'confirmed' | 'to-confirm'
  name: string
  email: string
  session: string
  sessionDate: number
  createdAt: number
}

/** Open bookings that nobody vouched for; some of their addresses may be proven by now. Newest first. */
export async function selectUnproven(db: Db, { now, since, until }: Between): Promise<FoundUnproven[]> {
  const rows = await unprovenBookings(db, now)
    .innerJoin('session_types as t', 't.id', 'bookings.session_type_id')
    .select(['bookings.id', 'reference', 'state', 'name', 'email', 'session_date', 'bookings.created_at'])
    .select('t.title as session')
    .where('bookings.created_at', '>=', since)
    .where('bookings.created_at', '<=', until)
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: 'booking',
    reference: row.reference,
    state: row.state === 'confirmed' ? 'confirmed' : 'requested',
    name: row.name,
    email: row.email,
    session: row.session,
    sessionDate: row.session_date,
    createdAt: row.created_at,
  }))
}

/** Bookings that wait for a press in an email. Newest first. */
export async function selectWaitingToConfirm(
  db: Db,
  { now, since, until }: Between,
): Promise<FoundUnproven[]> {
  const rows = await db
    .selectFrom('unconfirmed_bookings as u')
    .innerJoin('session_types as t', 't.id', 'u.session_type_id')
    .select(['u.id', 'u.reference', 'u.email', 'u.details', 'u.session_date', 'u.created_at'])
    .select('t.title as session')
    .where('u.state', '=', 'waiting')
    .where('u.expires_at', '>', now)
    .where('u.created_at', '>=', since)
    .where('u.created_at', '<=', until)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: 'unconfirmed',
    reference: row.reference,
    state: 'to-confirm',
    name: JSON.parse(row.details).name,
    email: row.email,
    session: row.session,
    sessionDate: row.session_date,
    createdAt: row.created_at,
  }))
}

export async function countWaitingToConfirm(db: Db, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('unconfirmed_bookings')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface Flood {
  id: string
  startedAt: number
  lastAt: number
  reviewedAt: number | null
}

export async function selectLastFlood(db: Db): Promise<Flood | undefined> {
  const row = await db
    .selectFrom('booking_floods')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, startedAt: row.started_at, lastAt: row.last_at, reviewedAt: row.reviewed_at }
}

export async function insertFlood(tx: Tx, { id, at }: { id: string; at: number }): Promise<void> {
  await tx
    .insertInto('booking_floods')
    .values({ id, started_at: at, last_at: at, reviewed_at: null })
    .execute()
}

export async function updateFlood(
  tx: Tx,
  id: string,
  change: { last_at?: number; reviewed_at?: number },
): Promise<void> {
  await tx.updateTable('booking_floods').set(change).where('id', '=', id).execute()
}

/** @returns false when this address was told in this flood already */
export async function noteTold(tx: Tx, floodId: string, addressHash: string): Promise<boolean> {
  const made = await tx
    .insertInto('booking_flood_declines')
    .values({ flood_id: floodId, address_hash: addressHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flood_id')
    .executeTakeFirst()
  return made !== undefined
}
