import type { Db } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

export type SavedCard = Row<'saved_cards'>
export type CardCharge = Row<'card_charges'>

export const insertCard = async (db: Db, row: NewRow<'saved_cards'>): Promise<void> =>
  void (await db.insertInto('saved_cards').values(row).execute())

export const selectCard = (db: Db, id: string): Promise<SavedCard | undefined> =>
  db.selectFrom('saved_cards').selectAll().where('id', '=', id).executeTakeFirst()

/** The card that a booking's client lets the studio charge; undefined: none. */
export const selectSavedCard = (db: Db, bookingId: string): Promise<SavedCard | undefined> =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'saved')
    .executeTakeFirst()

/** The bookings with a saved card. */
export async function selectBookingsWithCards(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_cards')
    .select('booking_id')
    .where('state', '=', 'saved')
    .orderBy('booking_id')
    .execute()
  return rows.map(({ booking_id }) => booking_id)
}

/** Ids of cards that the provider has to forget. @param before milliseconds since 1970 */
export async function selectCardsToDetach(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_cards')
    .select('id')
    .where('state', '=', 'removing')
    .where('removed_at', '<', before)
    .orderBy('removed_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const updateCard = async (
  db: Db,
  id: string,
  change: Partial<Omit<SavedCard, 'id' | 'booking_id' | 'words' | 'agreed_at'>>,
): Promise<void> => void (await db.updateTable('saved_cards').set(change).where('id', '=', id).execute())

export const selectCharges = (db: Db, bookingId: string): Promise<CardCharge[]> =>
  db.selectFrom('card_charges').selectAll().where('booking_id', '=', bookingId).orderBy('due_on').execute()

/** Notes that a charge is announced, again if it was announced for another card or before. */
export const putCharge = async (db: Db, row: NewRow<'card_charges'>): Promise<void> =>
  void (await db
    .insertInto('card_charges')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['booking_id', 'due_on']).doUpdateSet({
        ...{ card_id: row.card_id, amount_cents: row.amount_cents, announced_at: row.announced_at },
      }),
    )
    .execute())

export const markCharged = async (
  db: Db,
  { bookingId, dueOn }: { bookingId: string; dueOn: string },
  paymentId: string,
): Promise<void> =>
  void (await db
    .updateTable('card_charges')
    .set({ payment_id: paymentId })
    .where('booking_id', '=', bookingId)
    .where('due_on', '=', dueOn)
    .execute())
