import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import type { UnverifiedBooking, UnverifiedState } from './unverified-model'

const unverified = (db: Db) =>
  db
    .selectFrom('unverified_bookings as u')
    .innerJoin('session_types as t', 't.id', 'u.session_type_id')
    .innerJoin('places as p', 'p.id', 'u.place_id')
    .selectAll('u')
    .select([
      't.slug as type_slug',
      't.title as type_title',
      't.minutes as type_minutes',
      'p.slug as place_slug',
      'p.title as place_title',
    ])

type UnverifiedRow = Awaited<ReturnType<ReturnType<typeof unverified>['executeTakeFirstOrThrow']>>

const unverifiedFrom = (row: UnverifiedRow): UnverifiedBooking => ({
  id: row.id,
  reference: row.reference,
  resourceId: row.resource_id,
  state: row.state,
  sessionType: {
    id: row.session_type_id,
    slug: row.type_slug,
    title: row.type_title,
    minutes: row.type_minutes,
  },
  place: { id: row.place_id, slug: row.place_slug, title: row.place_title },
  sessionDate: row.session_date,
  sessionEnd: row.session_end,
  email: row.email,
  details: row.state === 'waiting' ? JSON.parse(row.details) : null,
  wantsNewsletter: row.wants_newsletter === 1,
  termsVersion: row.terms_version,
  priceCents: row.price_cents,
  submissionKey: row.submission_key,
  holdId: row.hold_id,
  bookingId: row.booking_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

export async function insertUnverified(tx: Tx, row: NewRow<'unverified_bookings'>): Promise<void> {
  await tx.insertInto('unverified_bookings').values(row).execute()
}

export async function selectUnverified(
  db: Db,
  where: { id: string } | { submissionKey: string },
): Promise<UnverifiedBooking | undefined> {
  const row = await unverified(db)
    .where('id' in where ? 'u.id' : 'u.submission_key', '=', 'id' in where ? where.id : where.submissionKey)
    .executeTakeFirst()
  return row && unverifiedFrom(row)
}

/** Unverified bookings past their time limit, oldest first. */
export async function selectExpiredUnverified(
  db: Db,
  now: number,
  limit: number,
): Promise<UnverifiedBooking[]> {
  const rows = await expiredUnverifiedQuery(db, now, limit).execute()
  return rows.map(unverifiedFrom)
}

export const expiredUnverifiedQuery = (db: Db, now: number, limit: number) =>
  unverified(db)
    .where('u.state', '=', 'waiting')
    .where('u.expires_at', '<=', now)
    .orderBy('u.expires_at')
    .orderBy('u.id')
    .limit(limit)

/**
 * Marks an unverified booking as settled and deletes what the client entered, which a resulting booking has.
 * @returns false if it was already settled
 */
export async function settleUnverified(
  tx: Tx,
  id: string,
  to: Exclude<UnverifiedState, 'waiting'>,
  bookingId: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unverified_bookings')
    .set({ state: to, booking_id: bookingId, email: '', details: '{}', submission_key: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes entries that were settled before an instant. */
export async function deleteSettled(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('unverified_bookings')
    .where('state', 'in', ['confirmed', 'lapsed', 'declined'])
    .where('expires_at', '<', before)
    .execute()
}

/** How many unverified bookings hold their time. */
export async function countHeld(db: Db, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('unverified_bookings')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where('hold_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Upcoming bookings made on the site with an address that was unproven then, and not marked as trusted. */
export const unprovenBookings = (db: Db, now: number) =>
  db
    .selectFrom('bookings')
    .where('unproven', '=', 1)
    .where('session_date', '>', now)
    .where('state', 'in', ['requested', 'confirmed'])

/** Their email addresses in lower case, one per booking. */
export async function selectUnprovenKeys(db: Db, now: number): Promise<string[]> {
  const rows = await unprovenBookings(db, now).select('email_key').execute()
  return rows.map(({ email_key }) => email_key)
}

/** Whether there are at least `count` of them, including those whose address has been proven since. */
export async function hasUnprovenBookings(db: Db, now: number, count: number): Promise<boolean> {
  const last = await unprovenBookings(db, now)
    .select('id')
    .orderBy('session_date')
    .offset(Math.max(0, count - 1))
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

/** @param email in lower case */
export async function countOpenOf(db: Db, email: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('email_key', '=', email)
    .where('session_date', '>', now)
    .where('state', 'in', ['requested', 'confirmed'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface Between {
  now: number
  /** Period in which they were made, inclusive, milliseconds since 1970. */
  since: number
  until: number
}

export interface FoundUnproven {
  id: string
  kind: 'booking' | 'unverified'
  reference: string
  state: 'requested' | 'confirmed' | 'to-confirm'
  name: string
  email: string
  session: string
  sessionDate: number
  createdAt: number
}

/** Open bookings not marked as trusted, newest first. Some addresses may be proven by now. */
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

/** Bookings waiting for confirmation by email, newest first. */
export async function selectWaitingToConfirm(
  db: Db,
  { now, since, until }: Between,
): Promise<FoundUnproven[]> {
  const rows = await db
    .selectFrom('unverified_bookings as u')
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
    kind: 'unverified',
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
    .selectFrom('unverified_bookings')
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

/** @returns false if this address was already notified in this flood */
export async function noteNotified(tx: Tx, floodId: string, addressHash: string): Promise<boolean> {
  const made = await tx
    .insertInto('booking_flood_declines')
    .values({ flood_id: floodId, address_hash: addressHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flood_id')
    .executeTakeFirst()
  return made !== undefined
}
