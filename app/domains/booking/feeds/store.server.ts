import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import type { CalendarFeed } from './model'

/** Those that still work, oldest first. */
export async function selectFeeds(db: Db): Promise<CalendarFeed[]> {
  const rows = await db
    .selectFrom('calendar_feeds')
    .select(['id', 'title', 'created_at', 'last_read_at'])
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, title, created_at, last_read_at }) => ({
    id,
    title,
    createdAt: created_at,
    lastReadAt: last_read_at,
  }))
}

export const selectFeedByHash = (db: Db, tokenHash: string) =>
  db
    .selectFrom('calendar_feeds')
    .select(['id', 'last_read_at'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

export async function insertFeed(db: Db, row: NewRow<'calendar_feeds'>): Promise<void> {
  await db.insertInto('calendar_feeds').values(row).execute()
}

/** @returns its title, or undefined when there was none that worked */
export async function revokeFeedRow(tx: Tx, id: string, at: number): Promise<string | undefined> {
  const ended = await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('title')
    .executeTakeFirst()
  return ended?.title
}

export async function markFeedRead(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable('calendar_feeds').set({ last_read_at: at }).where('id', '=', id).execute()
}

/** When each of these bookings was changed last. */
export async function selectChangeTimes(
  db: Db,
  { resourceId, from }: { resourceId: string; from: number },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('booking_events as e')
    .innerJoin('bookings as b', 'b.id', 'e.booking_id')
    .select(({ fn }) => ['e.booking_id', fn.max('e.at').as('at')])
    .where('b.resource_id', '=', resourceId)
    .where('b.session_date', '>=', from)
    .groupBy('e.booking_id')
    .execute()
  return new Map(rows.map(({ booking_id, at }) => [booking_id, at]))
}
