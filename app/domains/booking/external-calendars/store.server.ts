import type { Db, Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { NewRow, Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { CalendarFeed, ExternalCalendar } from './model'

export async function selectExternalCalendars(db: Db): Promise<ExternalCalendar[]> {
  const rows = await db
    .selectFrom('external_calendars')
    .select(['id', 'title', 'fetched_at', 'failure'])
    .orderBy('id')
    .execute()
  return rows.map(({ fetched_at, ...row }) => ({ ...row, fetchedAt: fetched_at }))
}

export const selectExternalCalendar = (db: Db, id: string): Promise<Row<'external_calendars'> | undefined> =>
  db.selectFrom('external_calendars').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertExternalCalendar(db: Db, row: NewRow<'external_calendars'>): Promise<void> {
  await db.insertInto('external_calendars').values(row).execute()
}

/** Also deletes its events. @returns its title; undefined: it didn't exist */
export async function deleteExternalCalendar(tx: Tx, id: string): Promise<string | undefined> {
  const gone = await tx
    .deleteFrom('external_calendars')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst()
  return gone?.title
}

/** Saves the result of an attempt. @returns whether the calendar still exists */
export async function updateExternalCalendar(
  db: Db,
  id: string,
  change: Partial<Pick<Row<'external_calendars'>, 'etag' | 'fetched_at' | 'failure'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('external_calendars')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function replaceBusy(
  tx: Tx,
  calendarId: string,
  busy: readonly { startsAt: number; endsAt: number }[],
): Promise<void> {
  await tx.deleteFrom('external_busy').where('calendar_id', '=', calendarId).execute()
  for (const some of inParts(busy))
    await tx
      .insertInto('external_busy')
      .values(
        some.map(({ startsAt, endsAt }) => ({
          id: newId(),
          calendar_id: calendarId,
          starts_at: startsAt,
          ends_at: endsAt,
        })),
      )
      .execute()
}

/** Active feeds, oldest first. */
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

/** @returns its title; undefined: there was no active feed with this id */
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

/** When each of these bookings was last changed. */
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
