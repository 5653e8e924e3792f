import type { Db } from '~/platform/db/database.server'
import type { Installment } from './schedule'

/** The installments of some bookings, by booking id, in order. Takes up to a few hundred ids. */
export async function selectInstallments(db: Db, ids: string[]): Promise<Map<string, Installment[]>> {
  const found = new Map(ids.map((id): [string, Installment[]] => [id, []]))
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('installments')
    .selectAll()
    .where('booking_id', 'in', ids)
    .orderBy('booking_id')
    .orderBy('position')
    .execute()
  for (const row of rows)
    found
      .get(row.booking_id)
      ?.push({ dueOn: row.due_on, daysBefore: row.days_before, amountCents: row.amount_cents })
  return found
}

export async function replaceInstallments(
  db: Db,
  bookingId: string,
  installments: readonly Installment[],
): Promise<void> {
  await db.deleteFrom('installments').where('booking_id', '=', bookingId).execute()
  if (installments.length === 0) return
  await db
    .insertInto('installments')
    .values(
      installments.map(({ dueOn, daysBefore, amountCents }, position) => ({
        booking_id: bookingId,
        position,
        due_on: dueOn,
        days_before: daysBefore,
        amount_cents: amountCents,
      })),
    )
    .execute()
}

/** The ids of bookings with an installment that is due in a period. Days are YYYY-MM-DD, both included. */
export async function selectDueBetween(
  db: Db,
  { from, until }: { from: string; until: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('installments')
    .select('booking_id')
    .distinct()
    .where('due_on', '>=', from)
    .where('due_on', '<=', until)
    .execute()
  return rows.map(({ booking_id }) => booking_id)
}
