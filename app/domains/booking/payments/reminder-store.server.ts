import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { ReminderMark } from './reminders'

/** The ids of bookings that could get reminders: those given, and those with a session in a period, in milliseconds. */
export async function selectRemindable(
  db: Db,
  { ids, from, until }: { ids: string[]; from: number; until: number },
): Promise<string[]> {
  const remindable = db
    .selectFrom('bookings')
    .select('id')
    .where('state', 'in', REMINDED)
    .where('payment_reminders_off', '=', 0)
  const found = new Set<string>()
  for (const some of inParts(ids))
    for (const { id } of await remindable.where('id', 'in', some).execute()) found.add(id)
  for (const { id } of await remindable
    .where('session_date', '>=', from)
    .where('session_date', '<', until)
    .execute())
    found.add(id)
  return [...found].sort()
}

/** Only these owe anything that is still asked for. */
export const REMINDED = ['confirmed', 'done'] as const

export const areRemindersOff = async (db: Db, bookingId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('bookings')
      .select('payment_reminders_off')
      .where('id', '=', bookingId)
      .executeTakeFirst()
  )?.payment_reminders_off === 1

export async function turnReminders(db: Db, bookingId: string, isOff: boolean): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ payment_reminders_off: isOff ? 1 : 0 })
    .where('id', '=', bookingId)
    .execute()
}

/** The reminders of some bookings that were written, by booking id, oldest first. */
export async function selectWritten(
  db: Db,
  ids: string[],
): Promise<Map<string, (ReminderMark & { at: number })[]>> {
  const found = new Map(ids.map((id): [string, (ReminderMark & { at: number })[]] => [id, []]))
  for (const some of inParts(ids)) {
    const rows = await db
      .selectFrom('payment_reminders')
      .selectAll()
      .where('booking_id', 'in', some)
      .orderBy('written_at')
      .execute()
    for (const { booking_id, due_on, days_after, written_at } of rows)
      found.get(booking_id)?.push({ dueOn: due_on, daysAfter: days_after, at: written_at })
  }
  return found
}

/** @returns false if all of them were written before */
export async function insertWritten(
  db: Db,
  bookingId: string,
  marks: readonly ReminderMark[],
  at: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_reminders')
    .values(
      marks.map(({ dueOn, daysAfter }) => ({
        ...{ booking_id: bookingId, due_on: dueOn, days_after: daysAfter, written_at: at },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Milliseconds since 1970: reminders of that day and earlier ones aren't written; null: no such day. */
export const selectStart = async (db: Db): Promise<number | null> =>
  (await db.selectFrom('payment_reminder_start').select('at').executeTakeFirst())?.at ?? null
