import type { Db, Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { NewRow, Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { OutsideCalendar } from './model'

export async function selectOutsideCalendars(db: Db): Promise<OutsideCalendar[]> {
  const rows = await db
    .selectFrom('outside_calendars')
    .select(['id', 'title', 'fetched_at', 'failure'])
    .orderBy('id')
    .execute()
  return rows.map(({ fetched_at, ...row }) => ({ ...row, fetchedAt: fetched_at }))
}

export const selectOutside = (db: Db, id: string): Promise<Row<'outside_calendars'> | undefined> =>
  db.selectFrom('outside_calendars').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertOutside(db: Db, row: NewRow<'outside_calendars'>): Promise<void> {
  await db.insertInto('outside_calendars').values(row).execute()
}

/** Its busy times go with it. @returns its title, or undefined when there was none */
export async function deleteOutside(tx: Tx, id: string): Promise<string | undefined> {
  const gone = await tx
    .deleteFrom('outside_calendars')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst()
  return gone?.title
}

/** What an attempt came to. @returns whether the calendar is still there */
export async function updateOutside(
  db: Db,
  id: string,
  change: Partial<Pick<Row<'outside_calendars'>, 'etag' | 'fetched_at' | 'failure'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outside_calendars')
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
  await tx.deleteFrom('outside_busy').where('calendar_id', '=', calendarId).execute()
  for (const some of inParts(busy))
    await tx
      .insertInto('outside_busy')
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
