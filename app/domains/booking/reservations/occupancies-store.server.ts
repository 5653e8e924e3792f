import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { Offer, Span } from '../availability/model'
import { occupiedBy } from '../availability/starts'
import type { Hold } from './model'

/**
 * Locks a resource's calendar, so that rules that count or compare rows (daily limit, mini session days) stay
 * true until the transaction ends. On SQLite, a writing transaction excludes all others anyway.
 */
export async function lockCalendar(tx: Tx, resourceId: string): Promise<void> {
  const resource = tx.selectFrom('resources').select('id').where('id', '=', resourceId)
  await lockRows(tx, resource).executeTakeFirstOrThrow()
}

/** Deletes expired holds. */
export async function dropExpiredHolds(tx: Tx, resourceNumber: number, now: number): Promise<void> {
  await expiredHoldsQuery(tx, resourceNumber, now).execute()
}

/** Only holds expire, and the index contains only them. */
export const expiredHoldsQuery = (tx: Db, resourceNumber: number, now: number) =>
  tx.deleteFrom('occupancies').where('resource_number', '=', resourceNumber).where('expires_at', '<=', now)

/**
 * Occupies time. The database refuses overlaps (a GiST exclusion constraint on PostgreSQL, a trigger on
 * SQLite).
 * @returns whether it was free
 */
export async function occupy(tx: Tx, row: NewRow<'occupancies'>): Promise<boolean> {
  try {
    const made = await tx
      .insertInto('occupancies')
      .values(row)
      // The exclusion constraint needs an ON CONFLICT without a target. On SQLite the trigger raises first.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return made !== undefined
  } catch (error) {
    if (error instanceof Error && error.message.includes('occupancies_apart')) return false
    throw error
  }
}

/** @returns whether there was anything to release */
export async function release(tx: Tx, where: { id: string } | { bookingId: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('occupancies')
    .where('id' in where ? 'id' : 'booking_id', '=', 'id' in where ? where.id : where.bookingId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What overlaps a span, in order. */
export async function selectOccupied(
  db: Db,
  resourceNumber: number,
  { startsAt, endsAt }: Span,
): Promise<Row<'occupancies'>[]> {
  return await db
    .selectFrom('occupancies')
    .selectAll()
    .where('resource_number', '=', resourceNumber)
    .where('ends_at', '>', startsAt)
    .where('starts_at', '<', endsAt)
    .orderBy('starts_at')
    .execute()
}

export async function selectHold(db: Db, visitorHash: string, now: number): Promise<Hold | undefined> {
  const row = await db
    .selectFrom('holds as h')
    .innerJoin('occupancies as o', 'o.id', 'h.id')
    .selectAll('h')
    .select('o.expires_at')
    .where('h.visitor_hash', '=', visitorHash)
    .where('o.expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      sessionType: row.session_type_id,
      place: row.place_id,
      startsAt: row.session_date,
      endsAt: row.session_end,
      expiresAt: row.expires_at ?? 0,
      extended: row.extended === 1,
    }
  )
}

/** @param networks keyed hashes of every network for which it is counted */
export async function insertHold(db: Db, row: NewRow<'holds'>, networks: string[] = []): Promise<void> {
  await db.insertInto('holds').values(row).execute()
  if (networks.length > 0)
    await db
      .insertInto('hold_networks')
      .values(networks.map((network_hash) => ({ hold_id: row.id, network_hash })))
      .execute()
}

/** @param except a hold about to be released */
export async function countHoldsOfNetwork(
  db: Db,
  networkHash: string,
  { now, except }: { now: number; except: string | undefined },
): Promise<number> {
  const { count } = await db
    .selectFrom('hold_networks as n')
    .innerJoin('occupancies as o', 'o.id', 'n.hold_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('n.network_hash', '=', networkHash)
    .where('n.hold_id', '!=', except ?? '')
    .where('o.expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Updates the occupancy before the hold, the order in which expired holds are deleted, to avoid a deadlock.
 * @returns whether it hadn't been extended before
 */
export async function extendHold(db: Db, id: string, expiresAt: number): Promise<boolean> {
  await db
    .updateTable('occupancies')
    .set({ expires_at: expiresAt })
    .where('id', 'in', (e) =>
      e.selectFrom('holds').select('holds.id').where('holds.id', '=', id).where('extended', '=', 0),
    )
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('holds')
    .set({ extended: 1 })
    .where('id', '=', id)
    .where('extended', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Occupies the time of a session on hold, buffers included. @returns whether it was free */
export const occupyForHold = (
  tx: Tx,
  offer: Offer,
  { id, startsAt, expiresAt }: { id: string; startsAt: number; expiresAt: number },
): Promise<boolean> =>
  occupySession(tx, offer, startsAt, { id, kind: 'hold', booking_id: null, expires_at: expiresAt })

/** Occupies the time of a booked session, buffers included. @returns whether it was free */
export const occupyForBooking = (
  tx: Tx,
  offer: Offer,
  { bookingId, startsAt }: { bookingId: string; startsAt: number },
): Promise<boolean> =>
  occupySession(tx, offer, startsAt, {
    id: newId(),
    kind: 'booking',
    booking_id: bookingId,
    expires_at: null,
  })

function occupySession(
  tx: Tx,
  { resourceId, resourceNumber, rules }: Offer,
  startsAt: number,
  row: Pick<NewRow<'occupancies'>, 'id' | 'kind' | 'booking_id' | 'expires_at'>,
): Promise<boolean> {
  const span = occupiedBy(startsAt, rules)
  return occupy(tx, {
    ...{ ...row, resource_id: resourceId, resource_number: resourceNumber },
    ...{ starts_at: span.startsAt, ends_at: span.endsAt, title: '', version: 1 },
  })
}
