import type { Db } from '~/platform/db/database.server'

/** @returns whether it still said what the change was made from */
export async function replaceNote(
  db: Db,
  { id, before, note }: { id: string; before: string; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bookings')
    .set({ private_note: note })
    .where('id', '=', id)
    .where('private_note', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
