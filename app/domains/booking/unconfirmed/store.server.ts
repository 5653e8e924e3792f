import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import type { Unconfirmed, UnconfirmedState } from './model'

const unconfirmed = (db: Db) =>
  db
    .selectFrom('unconfirmed_bookings as u')
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

type UnconfirmedRow = Awaited<ReturnType<ReturnType<typeof unconfirmed>['executeTakeFirstOrThrow']>>

const unconfirmedFrom = (row: UnconfirmedRow): Unconfirmed => ({
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

export async function insertUnconfirmed(tx: Tx, row: NewRow<'unconfirmed_bookings'>): Promise<void> {
  await tx.insertInto('unconfirmed_bookings').values(row).execute()
}

export async function selectUnconfirmed(
  db: Db,
  where: { id: string } | { submissionKey: string },
): Promise<Unconfirmed | undefined> {
  const row = await unconfirmed(db)
    .where('id' in where ? 'u.id' : 'u.submission_key', '=', 'id' in where ? where.id : where.submissionKey)
    .executeTakeFirst()
  return row && unconfirmedFrom(row)
}

/** Those whose time is up, the oldest first. */
export async function selectLapsed(db: Db, now: number, limit: number): Promise<Unconfirmed[]> {
  const rows = await lapsedQuery(db, now, limit).execute()
  return rows.map(unconfirmedFrom)
}

export const lapsedQuery = (db: Db, now: number, limit: number) =>
  unconfirmed(db)
    .where('u.state', '=', 'waiting')
    .where('u.expires_at', '<=', now)
    .orderBy('u.expires_at')
    .orderBy('u.id')
    .limit(limit)

/**
 * Ends the waiting, and forgets what was typed: a booking that came of it has that.
 * @returns false when someone was faster
 */
export async function settleUnconfirmed(
  tx: Tx,
  id: string,
  to: Exclude<UnconfirmedState, 'waiting'>,
  bookingId: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unconfirmed_bookings')
    .set({ state: to, booking_id: bookingId, email: '', details: '{}', submission_key: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Of those that were settled long ago, nothing is needed. */
export async function deleteSettled(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('unconfirmed_bookings')
    .where('state', 'in', ['confirmed', 'lapsed', 'declined'])
    .where('expires_at', '<', before)
    .execute()
}

/** How many unconfirmed bookings hold their time. */
export async function countHeld(db: Db, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('unconfirmed_bookings')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where('hold_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Bookings to come that were made on the site with an address that was unproven then, and that nobody vouched for. */
export const unprovenBookings = (db: Db, now: number) =>
  db
    .selectFrom('bookings')
    .where('unproven', '=', 1)
    .where('session_date', '>', now)
    .where('state', 'in', ['requested', 'confirmed'])

/** Their addresses in lower case, one for each booking. */
export async function selectUnprovenKeys(db: Db, now: number): Promise<string[]> {
  const rows = await unprovenBookings(db, now).select('email_key').execute()
  return rows.map(({ email_key }) => email_key)
}

/** Whether there are at least so many of them, those whose address has been proven since included. */
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
